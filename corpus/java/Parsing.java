// Numbers read from text: the largest int, one beyond it, one that is not a number, and one with a sign.
public class Parsing {
    private static final String[] TEXTS = {"2147483647", "2147483648", "4x", "+7"};
    private int line = 0;

    public void next() {
        line = (line + 1) % TEXTS.length;
    }

    public int parse() {
        return Integer.parseInt(TEXTS[line]);
    }
}
