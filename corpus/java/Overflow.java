// Where the two kinds of integers part: with Java's, the largest int has no successor.
public class Overflow {
    private int last = 0;

    public void advance(int n) {
        if (n + 1 < n) {
            throw new IllegalArgumentException();
        }
        last = n + 1;
    }
}
