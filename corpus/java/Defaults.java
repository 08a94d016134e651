// Methods that an interface brings along: open is inherited as it is, close is overridden and calls the one it hides.
public class Defaults implements Valve {
    private boolean open = false;
    private boolean locked = false;

    @Override
    public boolean isOpen() {
        return open;
    }

    @Override
    public void set(boolean open) {
        this.open = open;
    }

    @Override
    public void close() {
        if (locked) {
            throw new IllegalStateException();
        }
        Valve.super.close();
    }

    public void lock() {
        locked = true;
    }
}

interface Valve {
    boolean isOpen();

    void set(boolean open);

    default void open() {
        require(!isOpen());
        set(true);
    }

    default void close() {
        require(isOpen());
        set(false);
    }

    static void require(boolean legal) {
        if (!legal) {
            throw new IllegalStateException();
        }
    }
}
