/** Turns letters by thirteen places; twice is the text again. */
public class Rot13 {
    public static String turn(String text) {
        StringBuilder out = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            out.append(turned(text.charAt(i)));
        }
        return out.toString();
    }

    private static char turned(char c) {
        if (c >= 'a' && c <= 'z') {
            return (char) ('a' + (c - 'a' + 13) % 26);
        }
        if (c >= 'A' && c <= 'Z') {
            return (char) ('A' + (c - 'A' + 13) % 26);
        }
        return c;
    }
}
