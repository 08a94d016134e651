/** A class for sequences that need one of their own. */
public class Texts {
    public boolean same(String a, Object b) {
        return a == b;
    }

    public int first(char[] letters, int at) {
        return letters[at];
    }
}
