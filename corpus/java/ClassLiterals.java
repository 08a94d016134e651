// The class of an object as a value: getClass tells a subclass from its superclass, instanceof does not.
public class ClassLiterals {
    private static class Leaf {}

    private static final class Bud extends Leaf {}

    private Leaf leaf = new Leaf();

    public void change(boolean bud) {
        leaf = bud ? new Bud() : new Leaf();
    }

    public void drop() {
        if (leaf.getClass() != Leaf.class) {
            throw new IllegalStateException();
        }
    }

    public void keep() {
        if (!(leaf instanceof Leaf)) {
            throw new IllegalStateException();
        }
    }
}
