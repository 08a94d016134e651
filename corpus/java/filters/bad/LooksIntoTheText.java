/** No filter of mores: the JDK looks at the text as a whole. */
public class LooksIntoTheText {
    public static String strip(String text) {
        return text.trim();
    }
}
