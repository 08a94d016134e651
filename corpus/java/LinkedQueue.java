// A LinkedList of at most two guests, the important ones in front.
import java.util.LinkedList;

public class LinkedQueue {
    private final LinkedList<String> queue = new LinkedList<>();

    public void join(boolean important) {
        if (queue.size() == 2) {
            throw new IllegalStateException();
        }
        if (important) {
            queue.addFirst("important");
        } else {
            queue.addLast("usual");
        }
    }

    public void serveImportant() {
        if (!queue.getFirst().equals("important")) {
            throw new IllegalStateException();
        }
        queue.removeFirst();
    }

    public void serveUsual() {
        if (!"usual".equals(queue.peekLast())) {
            throw new IllegalStateException();
        }
        queue.removeLast();
    }
}
