package store;

/** A session that is opened, used and closed. */
public class Session {
    private boolean open;
    private boolean closed;

    public void open() {
        if (open || closed) {
            throw new IllegalStateException("a session is opened once");
        }
        open = true;
    }

    public void send(String text) {
        if (!open) {
            throw new IllegalStateException("open it first");
        }
        if (text == null) {
            throw new NullPointerException("text");
        }
    }

    public void close() {
        open = false;
        closed = true;
    }
}
