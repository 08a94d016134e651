// An iterator of the library over a list of two: next ends, and remove needs an element that next just returned.
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

public class Iterators {
    private Iterator<String> iterator = letters();

    public void restart() {
        iterator = letters();
    }

    public void next() {
        iterator.next();
    }

    public void remove() {
        iterator.remove();
    }

    private static Iterator<String> letters() {
        return new ArrayList<>(List.of("a", "b")).iterator();
    }
}
