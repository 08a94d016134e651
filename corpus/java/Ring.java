// Three nodes in a ring, each marked or not, and a field that goes round.
public class Ring {
    private Node head = new Node();

    public Ring() {
        head.next = new Node();
        head.next.next = new Node();
        head.next.next.next = head;
    }

    public void rotate() {
        head = head.next;
    }

    public void mark() {
        if (head.marked) {
            throw new IllegalStateException();
        }
        head.marked = true;
    }

    public void finish() {
        if (!(head.marked && head.next.marked && head.next.next.marked)) {
            throw new IllegalStateException();
        }
        head.marked = head.next.marked = head.next.next.marked = false;
    }

    private static final class Node {
        Node next;
        boolean marked = false;
    }
}
