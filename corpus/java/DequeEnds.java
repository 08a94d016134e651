// An ArrayDeque of at most two truth values: only a true one may be taken, from either end.
import java.util.ArrayDeque;
import java.util.Deque;

public class DequeEnds {
    private final Deque<Boolean> values = new ArrayDeque<>();

    public void add(boolean value) {
        if (values.size() == 2) {
            throw new IllegalStateException();
        }
        values.addLast(value);
    }

    public void takeFirst() {
        require(values.removeFirst());
    }

    public void takeLast() {
        require(values.removeLast());
    }

    private static void require(boolean legal) {
        if (!legal) {
            throw new IllegalStateException();
        }
    }
}
