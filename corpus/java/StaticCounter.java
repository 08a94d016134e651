// State in static fields, with a static initialiser: at most three permits.
public class StaticCounter {
    private static int limit;
    private static int taken = 0;

    static {
        limit = 1;
        limit += 2;
    }

    public void acquire() {
        if (taken >= limit) {
            throw new IllegalStateException();
        }
        taken++;
    }

    public void release() {
        if (taken == 0) {
            throw new IllegalStateException();
        }
        taken--;
    }
}
