import java.io.IOException;
import java.io.Reader;
import java.io.Writer;

/** Three dots in a row become one character; dots that are waiting lie in a StringBuilder, which is no output. */
public class CollapseDots {
    private static final String ELLIPSIS = new StringBuilder().append('\u2026').toString();

    public static void collapse(Reader in, Writer out) throws IOException {
        StringBuilder waiting = new StringBuilder();
        for (int c = in.read(); c >= 0; c = in.read()) {
            if (c == '.') {
                waiting.append((char) c);
                if (waiting.length() < 3) {
                    continue;
                }
                out.write(ELLIPSIS);
            } else {
                out.write(waiting.toString());
                out.write(c);
            }
            waiting.setLength(0);
        }
        out.write(waiting.toString());
    }
}
