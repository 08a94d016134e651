import java.io.IOException;

/** Asks whoever extends it, until there is no more. */
public abstract class Polling {
    private boolean ended;

    protected Polling() {
    }

    protected abstract int poll() throws IOException;

    /** Whether there is more; others may know better. */
    protected boolean goesOn(int polled) {
        return polled >= 0;
    }

    public boolean hasEnded() {
        return ended;
    }

    public int ask() throws IOException {
        if (ended) {
            throw new IllegalStateException();
        }
        int polled = poll();
        ended = !goesOn(polled);
        return polled;
    }
}
