// A bound that comes from the constructor: each legal capacity is a symbol of its own.
public class SmallBuffer {
    private final int capacity;
    private int used;

    public SmallBuffer(int capacity) {
        if (capacity < 1 || capacity > 3) {
            throw new IllegalArgumentException();
        }
        this.capacity = capacity;
    }

    public void put() {
        if (used == capacity) {
            throw new IllegalStateException();
        }
        used++;
    }

    public void take() {
        if (used == 0) {
            throw new IllegalStateException();
        }
        used--;
    }
}
