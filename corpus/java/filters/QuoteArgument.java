import java.io.IOException;

/** Quotes text for a shell: between single quotes, each of which becomes '\''. */
public class QuoteArgument {
    public static void quote(CharSequence text, Appendable out) throws IOException {
        out.append('\'');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\'') {
                out.append("'\\''");
            } else {
                out.append(c);
            }
        }
        out.append('\'');
    }
}
