// A counter between two bounds: one state for each value.
public class BoundedCounter {
    private static final int LIMIT = 5;
    private int count = 0;

    public void increment() {
        if (count == LIMIT) {
            throw new IllegalStateException();
        }
        count++;
    }

    public void decrement() {
        if (count == 0) {
            throw new IllegalStateException();
        }
        count--;
    }

    public void reset() {
        count = 0;
    }
}
