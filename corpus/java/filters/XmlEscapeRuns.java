/** Escapes text for XML. What needs no escape is copied in runs. */
public class XmlEscapeRuns {
    public static String escape(String text) {
        StringBuilder out = new StringBuilder(text.length() + 16);
        int done = 0;
        for (int i = 0; i < text.length(); i++) {
            String entity = entity(text.charAt(i));
            if (entity != null) {
                out.append(text, done, i).append(entity);
                done = i + 1;
            }
        }
        return out.append(text, done, text.length()).toString();
    }

    private static String entity(char c) {
        switch (c) {
            case '&':
                return "&amp;";
            case '<':
                return "&lt;";
            case '>':
                return "&gt;";
            default:
                return null;
        }
    }
}
