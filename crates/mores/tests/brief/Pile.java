/** Holds any number of things, and knows none of them. */
public class Pile {
    private static final class Node {
        final Node below;

        Node(Node below) {
            this.below = below;
        }
    }

    private Node top;

    public void push() {
        top = new Node(top);
    }

    public void pop() {
        if (top == null) {
            throw new IllegalStateException();
        }
        top = top.below;
    }
}
