// A HashMap with boxed numbers as keys, and a parameter that decides which.
import java.util.HashMap;
import java.util.Map;

public class IntegerKeys {
    private final Map<Integer, Boolean> visited = new HashMap<>();

    public void visit(int place) {
        if (place < 0 || place > 1 || visited.containsKey(place)) {
            throw new IllegalArgumentException();
        }
        visited.put(place, true);
    }

    public void finish() {
        if (visited.size() != 2) {
            throw new IllegalStateException();
        }
        visited.clear();
    }
}
