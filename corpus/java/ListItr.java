// Three values of a field but two behaviours: set and remove need an element that next or previous just returned
// (after java.util.AbstractList.ListItr, Singh et al., "May and Must Abstractions", 2010).
public class ListItr {
    private static final int NONE = 0;
    private static final int FORWARD = 1;
    private static final int BACKWARD = 2;
    private int last = NONE;
    private int cursor = 0;
    private int element = 0;

    public void next() {
        cursor++;
        last = FORWARD;
    }

    public void previous() {
        cursor--;
        last = BACKWARD;
    }

    public void remove() {
        if (last == NONE) {
            throw new IllegalStateException();
        }
        if (last == FORWARD) {
            cursor--;
        }
        last = NONE;
    }

    public void set(int value) {
        if (last == NONE) {
            throw new IllegalStateException();
        }
        element = value;
    }

    public void add(int value) {
        element = value;
        cursor++;
        last = NONE;
    }
}
