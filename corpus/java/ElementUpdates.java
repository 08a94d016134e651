// Elements of an int array that are used while they change, bits among them, and a long that is thrown away.
public class ElementUpdates {
    private final int[] cells = {2, 0};

    public void take() {
        if (cells[0]-- == 0) {
            throw new IllegalStateException();
        }
    }

    public void give() {
        time();
        int now = cells[0] += 1;
        if (now > 2) {
            throw new IllegalStateException();
        }
    }

    public void toggle() {
        cells[1] ^= 5;
    }

    public void on() {
        if ((cells[1] | 2) != 7) {
            throw new IllegalStateException();
        }
    }

    private static long time() {
        return 7L;
    }
}
