// The characters of a constant string, and an index behind its end.
public class CharAt {
    private static final String PIN = "abba";
    private int typed = 0;

    public void type(char c) {
        if (PIN.charAt(typed) != c) {
            throw new IllegalArgumentException();
        }
        typed++;
    }

    public void open() {
        if (typed != PIN.length()) {
            throw new IllegalStateException();
        }
        typed = 0;
    }
}
