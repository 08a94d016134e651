// Ranges of a character: reads names of lower case letters and digits, each closed by a semicolon.
public class CharClass {
    private boolean inName = false;

    public void accept(char c) {
        if (c >= 'a' && c <= 'z') {
            inName = true;
        } else if (c >= '0' && c <= '9') {
            requireName();
        } else if (c == ';') {
            requireName();
            inName = false;
        } else {
            throw new IllegalArgumentException();
        }
    }

    private void requireName() {
        if (!inName) {
            throw new IllegalStateException();
        }
    }
}
