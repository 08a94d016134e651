/** No filter of mores: what is written depends on the time. */
public class DependsOnTime {
    public static String stamp(String text) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            if (System.currentTimeMillis() % 2 == 0) {
                out.append(text.charAt(i));
            }
        }
        return out.toString();
    }
}
