/** No filter of mores: the last character comes first. */
public class ReadsBackwards {
    public static String reverse(String text) {
        StringBuilder out = new StringBuilder();
        for (int i = text.length() - 1; i >= 0; i--) {
            out.append(text.charAt(i));
        }
        return out.toString();
    }
}
