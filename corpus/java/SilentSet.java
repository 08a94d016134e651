// A call that succeeds either way, but is remembered only if it brings something useful.
public class SilentSet {
    private int limit = 10;

    public void limit(int n) {
        if (n >= 0) {
            limit = n;
        }
    }

    public void take(int n) {
        if (n > limit) {
            throw new IllegalArgumentException();
        }
    }
}
