// The second version of a door with a lock: closing twice is allowed, codes have at most four digits, and there is a bell
// in place of knocking.
public class Door {
    private boolean open = false;
    private boolean locked = false;

    public void open() {
        if (open || locked) {
            throw new IllegalStateException();
        }
        open = true;
    }

    public void close() {
        open = false;
    }

    public void lock(int number) {
        if (open || locked || number <= 0 || number > 9999) {
            throw new IllegalStateException();
        }
        locked = true;
    }

    public void unlock() {
        if (!locked) {
            throw new IllegalStateException();
        }
        locked = false;
    }

    public void ring() {
    }
}
