// Two parameters that may be the same object: what is written through one is read through the other.
public class TwoNodes {
    public static final class Node {
        int mark;
    }

    private boolean linked = false;

    public void link(Node from, Node to) {
        from.mark = 1;
        to.mark = 2;
        if (from.mark != 1) {
            throw new IllegalArgumentException();
        }
        linked = true;
    }

    public void follow() {
        if (!linked) {
            throw new IllegalStateException();
        }
        linked = false;
    }
}
