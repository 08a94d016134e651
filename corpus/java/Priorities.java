// A PriorityQueue with a comparator: the largest number comes first, whatever was added first.
import java.util.Comparator;
import java.util.PriorityQueue;

public class Priorities {
    private final PriorityQueue<Integer> queue = new PriorityQueue<>(Comparator.comparing(n -> -n));

    public void add(boolean urgent) {
        if (queue.size() == 2) {
            throw new IllegalStateException();
        }
        queue.add(urgent ? 9 : 1);
    }

    public void takeUrgent() {
        if (queue.poll() != 9) {
            throw new IllegalStateException();
        }
    }
}
