// A write position that grows without bound, of which only two things matter: whether there is a mark, and whether
// something was written behind it. So four states are enough for ever, although no position comes back by itself.
public class MarkedWriter {
    private boolean open = true;
    private boolean marked = false;
    private int position = 0;
    private int mark = 0;
    private int last = 0;

    public void write(int value) {
        require(open);
        if (position < Integer.MAX_VALUE) {
            position++;
        }
        last = value;
    }

    public void mark() {
        require(open);
        markHere();
    }

    public void reset() {
        require(open && marked);
        position = mark;
    }

    public void commit() {
        require(open && marked && position > mark);
        markHere();
    }

    public void close() {
        require(open);
        open = false;
    }

    // A mark in a full block begins a new one: otherwise nothing could be written behind it.
    private void markHere() {
        if (position == Integer.MAX_VALUE) {
            position = 0;
        }
        mark = position;
        marked = true;
    }

    private static void require(boolean legal) {
        if (!legal) {
            throw new IllegalStateException();
        }
    }
}
