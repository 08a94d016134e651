import java.io.IOException;
import java.io.Reader;
import java.io.Writer;

/** Removes comments from two slashes to the end of the line, outside of double quotes. */
public class StripLineComments {
    private enum Mode { CODE, SLASH, COMMENT, TEXT, ESCAPE }

    private Mode mode = Mode.CODE;

    public void strip(Reader in, Writer out) throws IOException {
        int c;
        while ((c = in.read()) >= 0) {
            step((char) c, out);
        }
        if (mode == Mode.SLASH) {
            out.write('/');
        }
    }

    private void step(char c, Writer out) throws IOException {
        if (mode == Mode.COMMENT) {
            if (c == '\n') {
                mode = Mode.CODE;
                out.write(c);
            }
            return;
        }
        if (mode == Mode.SLASH && c == '/') {
            mode = Mode.COMMENT;
            return;
        }
        if (mode == Mode.SLASH) {
            out.write('/');
            mode = Mode.CODE;
        }
        if (mode == Mode.CODE && c == '/') {
            mode = Mode.SLASH;
            return;
        }
        out.write(c);
        mode = next(c);
    }

    private Mode next(char c) {
        switch (mode) {
            case TEXT:
                return c == '\\' ? Mode.ESCAPE : c == '"' ? Mode.CODE : Mode.TEXT;
            case ESCAPE:
                return Mode.TEXT;
            default:
                return c == '"' ? Mode.TEXT : Mode.CODE;
        }
    }
}
