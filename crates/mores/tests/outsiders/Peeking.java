import java.util.Iterator;

/** Looks one element ahead of somebody's iterator, and knows how long that took. */
public class Peeking {
    private final Iterator<?> source;
    private Object slot;
    private boolean peeked;
    private final long since;

    public Peeking(Iterator<?> source) {
        this.source = java.util.Objects.requireNonNull(source);
        this.since = System.nanoTime();
    }

    public void peek() {
        if (!peeked) {
            if (!source.hasNext()) {
                throw new java.util.NoSuchElementException();
            }
            slot = source.next();
            peeked = true;
        }
    }

    public Object take() {
        if (!peeked) {
            throw new IllegalStateException();
        }
        peeked = false;
        return slot;
    }

    public long age() {
        return System.nanoTime() - since;
    }
}
