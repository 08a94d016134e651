// Private helpers, and two constructors of which one calls the other.
public class PrivateCalls {
    private static final int LARGEST = 64;
    private final int size;
    private boolean open;

    public PrivateCalls(int size) {
        this(size, false);
    }

    public PrivateCalls(int size, boolean open) {
        this.size = checked(size);
        this.open = open;
    }

    public void open() {
        require(!open);
        open = true;
    }

    public void close() {
        require(open);
        open = false;
    }

    public int size() {
        return size;
    }

    private static int checked(int size) {
        if (size < 1 || size > LARGEST) {
            throw new IllegalArgumentException();
        }
        return size;
    }

    private void require(boolean legal) {
        if (!legal) {
            fail();
        }
    }

    private void fail() {
        throw new IllegalStateException();
    }
}
