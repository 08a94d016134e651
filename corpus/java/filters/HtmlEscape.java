/** Escapes text for HTML: & < > " ' become entities, every other white space becomes a blank. */
public class HtmlEscape {
    public static String escape(String text) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '&':
                    out.append("&amp;");
                    break;
                case '<':
                    out.append("&lt;");
                    break;
                case '>':
                    out.append("&gt;");
                    break;
                case '"':
                    out.append("&quot;");
                    break;
                case '\'':
                    out.append("&#39;");
                    break;
                case '\t':
                case '\n':
                case '\u000b':
                case '\f':
                case '\r':
                    out.append(' ');
                    break;
                default:
                    out.append(c);
            }
        }
        return out.toString();
    }
}
