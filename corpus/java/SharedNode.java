// An object that the component holds and that is passed in again: writing to the parameter changes the component.
public class SharedNode {
    public static final class Node {
        boolean ready;
    }

    private Node node = new Node();

    public void adopt(Node node) {
        node.ready = false;
        this.node = node;
    }

    public void raise(Node node) {
        node.ready = true;
    }

    public void use() {
        if (!node.ready) {
            throw new IllegalStateException();
        }
    }
}
