package store;

/** A pool of connections. */
public class Pool {
    private final int size;
    private int used;

    public Pool(int size) {
        if (size < 0 || size > 4) {
            throw new IllegalArgumentException("size");
        }
        this.size = size;
    }

    public void take() {
        if (used == size) {
            throw new IllegalStateException("empty");
        }
        used++;
    }

    public void give() {
        if (used == 0) {
            throw new IllegalStateException("full");
        }
        used--;
    }
}
