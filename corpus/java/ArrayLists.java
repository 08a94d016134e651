// An ArrayList of at most two truth values: only a true one may be taken from its front.
import java.util.ArrayList;
import java.util.List;

public class ArrayLists {
    private final List<Boolean> values = new ArrayList<>();

    public void add(boolean value) {
        if (values.size() == 2) {
            throw new IllegalStateException();
        }
        values.add(value);
    }

    public void take() {
        if (!values.get(0)) {
            throw new IllegalStateException();
        }
        values.remove(0);
    }
}
