package store;

/** Walks over two entries and can take back the last one. */
public class Cursor {
    private int at;
    private boolean taken;

    public int next() {
        if (at == 2) {
            throw new java.util.NoSuchElementException();
        }
        taken = true;
        return at++;
    }

    public void remove() {
        if (!taken) {
            throw new IllegalStateException("next comes first");
        }
        taken = false;
    }
}
