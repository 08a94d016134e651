/** Writes a single blank for every run of blanks, tabs and line ends. */
public class SqueezeWhitespace {
    public static String squeeze(String text) {
        StringBuilder out = new StringBuilder();
        boolean inSpace = false;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean space = c == ' ' || c == '\t' || c == '\n' || c == '\r';
            if (!space) {
                out.append(c);
            } else if (!inSpace) {
                out.append(' ');
            }
            inSpace = space;
        }
        return out.toString();
    }
}
