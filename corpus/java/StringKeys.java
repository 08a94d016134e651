// A HashMap with two strings of the same hash code as keys.
import java.util.HashMap;
import java.util.Map;

public class StringKeys {
    private final Map<String, Integer> open = new HashMap<>();

    public void open(boolean first) {
        if (open.put(first ? "Aa" : "BB", 1) != null) {
            throw new IllegalStateException();
        }
    }

    public void close(boolean first) {
        if (open.remove(first ? "Aa" : "BB") == null) {
            throw new IllegalStateException();
        }
    }
}
