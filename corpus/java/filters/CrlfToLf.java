import java.io.IOException;
import java.io.Reader;
import java.io.Writer;

/** Turns \r\n into \n. A \r that no \n follows stays. */
public class CrlfToLf {
    public static void convert(Reader in, Writer out) throws IOException {
        boolean held = false;
        for (int c = in.read(); c >= 0; c = in.read()) {
            if (held && c != '\n') {
                out.write('\r');
            }
            held = c == '\r';
            if (!held) {
                out.write(c);
            }
        }
        if (held) {
            out.write('\r');
        }
    }
}
