// Growth without bound in the heap: pop is legal as often as push was called.
public class Chain {
    private Link top;

    public void push() {
        top = new Link(top);
    }

    public void pop() {
        top = top.below;
    }

    private static final class Link {
        final Link below;

        Link(Link below) {
            this.below = below;
        }
    }
}
