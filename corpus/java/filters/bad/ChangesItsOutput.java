/** No filter of mores: it takes back what it has written. */
public class ChangesItsOutput {
    public static String erase(String text) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) == '\b' && out.length() > 0) {
                out.setLength(out.length() - 1);
            } else {
                out.append(text.charAt(i));
            }
        }
        return out.toString();
    }
}
