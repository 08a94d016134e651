// An iterator of the library notices that its list was changed behind its back.
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

public class Comodification {
    private final List<String> names = new ArrayList<>();
    private Iterator<String> iterator;

    public void iterate() {
        iterator = names.iterator();
    }

    public void add() {
        if (!names.isEmpty()) {
            throw new IllegalStateException();
        }
        names.add("a");
    }

    public void removeNext() {
        iterator.next();
        iterator.remove();
    }
}
