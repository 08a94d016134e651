/** A field of a table with commas: between quotes if it must be, and as it is if not. */
public class QuoteField {
    public static String quote(String text) {
        boolean plain = true;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == ',' || c == '"' || c == '\n' || c == '\r') {
                plain = false;
            }
        }
        return plain ? text : quoted(text);
    }

    private static String quoted(String text) {
        StringBuilder out = new StringBuilder();
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) == '"') {
                out.append('"');
            }
            out.append(text.charAt(i));
        }
        return out.append('"').toString();
    }
}
