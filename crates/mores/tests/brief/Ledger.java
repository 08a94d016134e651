import java.util.ArrayList;

/** Grows without end. */
public class Ledger {
    private final ArrayList<Object> entries = new ArrayList<>();
    private boolean closed;

    public void add(Object entry) {
        if (closed) {
            throw new IllegalStateException();
        }
        entries.add(entry);
    }

    public Object last() {
        return entries.get(entries.size() - 1);
    }

    public Object at(int index) {
        return entries.get(index);
    }

    public void close() {
        closed = true;
    }
}
