// Objects that point at themselves or at each other.
public class Peers {
    private final Peer left = new Peer();
    private final Peer right = new Peer();

    public void leftToRight() {
        left.peer = right;
    }

    public void rightToLeft() {
        right.peer = left;
    }

    public void apart() {
        left.peer = left;
        right.peer = right;
    }

    public void meet() {
        if (left.peer == left || left.peer.peer != left) {
            throw new IllegalStateException();
        }
    }

    private static final class Peer {
        Peer peer = this;
    }
}
