import java.io.IOException;
import java.io.Reader;
import java.io.Writer;

/** HtmlEscape again, from a reader to a writer: must be equal to it. */
public class HtmlEscapeStream {
    public static void escape(Reader in, Writer out) throws IOException {
        int c;
        while ((c = in.read()) != -1) {
            if (c == '&') {
                out.write("&amp;");
            } else if (c == '<') {
                out.write("&lt;");
            } else if (c == '>') {
                out.write("&gt;");
            } else if (c == '"') {
                out.write("&quot;");
            } else if (c == '\'') {
                out.write("&#39;");
            } else if (c >= 9 && c <= 13) {
                out.write(' ');
            } else {
                out.write(c);
            }
        }
    }
}
