// Methods of a superclass: one inherited, one overridden that calls the overridden one.
public class Inherited extends Door {
    private boolean locked = false;

    @Override
    public void open() {
        if (locked) {
            throw new IllegalStateException();
        }
        super.open();
    }

    public void lock() {
        if (locked || isOpen()) {
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
}

class Door {
    private boolean open = false;

    public void open() {
        if (open) {
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

    protected boolean isOpen() {
        return open;
    }
}
