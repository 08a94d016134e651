/** Escapes text for a JSON string: quotes and backslash get a backslash, other ASCII control characters their code. */
public class JsonEscape {
    private static final String DIGITS = "0123456789abcdef";

    public static String escape(String text) {
        StringBuilder out = new StringBuilder();
        for (char c : text.toCharArray()) {
            if (c == '"' || c == '\\') {
                out.append('\\').append(c);
            } else if (c < ' ') {
                out.append("\\u00").append(DIGITS.charAt(c >> 4)).append(DIGITS.charAt(c & 15));
            } else {
                out.append(c);
            }
        }
        return out.toString();
    }
}
