import java.util.List;

/** Enum constants, records, comparable things and lists of them by type variables. */
public class Colours extends Palette<Colours.Colour, Colours.Pair<Integer, String>> {
    public enum Colour { RED, GREEN }

    public record Pair<A, B>(A a, B b) {}

    @Override
    protected int rank(Colour colour) {
        return colour.ordinal();
    }

    @Override
    protected int size(Pair<Integer, String> pair) {
        return pair.a() + pair.b().length();
    }
}

abstract class Palette<C extends Enum<C>, P> {
    public void add(C colour) {
        if (rank(colour) > 0) throw new IllegalArgumentException();
    }

    public void pair(P pair) {
        if (pair != null && size(pair) > 3) throw new IllegalArgumentException();
    }

    public <X extends Comparable<X>> void sorted(X one, X other) {
        if (one.compareTo(other) > 0) throw new IllegalArgumentException();
    }

    public void all(List<? extends C> colours) {
        if (colours == null) throw new IllegalArgumentException();
    }

    protected abstract int rank(C colour);

    protected abstract int size(P pair);
}

class ColoursClient {
    static void run() {
        Colours colours = new Colours();
        colours.add(Colours.Colour.RED);
        colours.pair(new Colours.Pair<>(1, "x"));
        colours.sorted("a", "b");
        colours.all(List.of(Colours.Colour.GREEN));
    }
}
