/** A type that is made of itself, and one that is given raw. */
public class Linked extends Chain<Linked.Link<Integer>> {
    public static class Link<T> {
        T value;
        Link<T> next;
    }

    @Override
    protected int weight(Link<Integer> link) {
        return link.value == null ? 0 : link.value;
    }
}

abstract class Chain<L> {
    public void add(L link) {
        if (link != null && weight(link) < 0) throw new IllegalArgumentException();
    }

    protected abstract int weight(L link);
}

class LinkedClient {
    static void run() {
        Linked linked = new Linked();
        Linked.Link<Integer> link = new Linked.Link<>();
        link.value = 3;
        linked.add(link);
    }
}
