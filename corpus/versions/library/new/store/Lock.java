package store;

/** Is held or not. */
public class Lock {
    private boolean held;

    public void lock() {
        if (held) {
            throw new IllegalStateException();
        }
        held = true;
    }

    public void unlock() {
        if (!held) {
            throw new IllegalStateException();
        }
        held = false;
    }
}
