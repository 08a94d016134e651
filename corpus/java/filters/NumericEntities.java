/** Writes everything that is not printable ASCII as a numeric entity, and so are & and <. */
public class NumericEntities {
    public static StringBuilder escape(char[] text) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < text.length; i++) {
            char c = text[i];
            if (c >= ' ' && c < 127 && c != '&' && c != '<') {
                out.append(c);
            } else {
                out.append("&#").append((int) c).append(';');
            }
        }
        return out;
    }
}
