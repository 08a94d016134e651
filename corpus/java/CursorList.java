// Cursor, size and the element returned last, all without bound, yet only whether there is such an element matters: the
// list grows where next or previous leave it, and that its index is below the size is an invariant of three numbers.
public class CursorList {
    private static final int NONE = -1;
    private int size;
    private int cursor = 0;
    private int last = NONE;
    private int element = 0;

    public CursorList(int size) {
        if (size < 0) {
            throw new IllegalArgumentException();
        }
        this.size = size;
    }

    public boolean hasNext() {
        return cursor < size;
    }

    // False where the element is a new one behind the others, or the last one again if there is no room.
    public boolean next() {
        boolean found = hasNext();
        if (!found) {
            grow();
            cursor = size - 1;
        }
        last = cursor;
        cursor++;
        return found;
    }

    // False where the element is a new one before the others, or the first one again if there is no room.
    public boolean previous() {
        boolean found = cursor > 0;
        if (!found) {
            grow();
        } else {
            cursor--;
        }
        last = cursor;
        return found;
    }

    public void set(int value) {
        requireElement();
        element = value;
    }

    public void remove() {
        requireElement();
        if (last < cursor) {
            cursor--;
        }
        size--;
        last = NONE;
    }

    public void add(int value) {
        grow();
        if (cursor < size) {
            cursor++;
        }
        element = value;
        last = NONE;
    }

    private void grow() {
        if (size < Integer.MAX_VALUE) {
            size++;
        }
    }

    private void requireElement() {
        if (last == NONE) {
            throw new IllegalStateException();
        }
        if (last < 0 || last >= size) {
            throw new IndexOutOfBoundsException();
        }
    }
}
