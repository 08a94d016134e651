// The first version of a door with a lock: `mores diff` compares it with the second one in `new`.
public class Door {
    private boolean open = false;
    private int code = 0;

    public void open() {
        if (open || code != 0) {
            throw new IllegalStateException();
        }
        open = true;
    }

    public void close() {
        if (!open) {
            throw new IllegalStateException();
        }
        open = false;
    }

    public void lock(int code) {
        if (open || this.code != 0 || code <= 0) {
            throw new IllegalStateException();
        }
        this.code = 1;
    }

    public void unlock() {
        if (code == 0) {
            throw new IllegalStateException();
        }
        code = 0;
    }

    public void knock() {
    }
}
