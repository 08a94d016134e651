import java.io.IOException;
import java.io.OutputStream;

/** Writes text as UTF-8. Half a pair becomes a question mark, as in String.getBytes. */
public class Utf8Encode {
    public static void encode(String text, OutputStream out) throws IOException {
        int i = 0;
        while (i < text.length()) {
            int point = text.codePointAt(i);
            i += point >= 0x10000 ? 2 : 1;
            if (point < 0x80) {
                out.write(point);
            } else if (point < 0x800) {
                out.write(0xc0 | point >> 6);
                out.write(0x80 | point & 0x3f);
            } else if (point >= 0xd800 && point < 0xe000) {
                out.write('?');
            } else if (point < 0x10000) {
                out.write(0xe0 | point >> 12);
                out.write(0x80 | point >> 6 & 0x3f);
                out.write(0x80 | point & 0x3f);
            } else {
                out.write(0xf0 | point >> 18);
                out.write(0x80 | point >> 12 & 0x3f);
                out.write(0x80 | point >> 6 & 0x3f);
                out.write(0x80 | point & 0x3f);
            }
        }
    }
}
