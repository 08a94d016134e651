/** Variables bound to types that are made of other variables, over several classes and an interface. */
public class Chained extends Middle<Long> {
}

class Cell<T> {
    T value;

    Cell(T value) {
        this.value = value;
    }
}

class Middle<U> implements Taking<Cell<U>> {
    @Override
    public long size(Cell<U> cell) {
        return cell.value == null ? 0 : 1;
    }
}

interface Taking<V> {
    long size(V any);

    default void take(V any) {
        if (size(any) == 0) throw new IllegalStateException();
    }
}

class ChainedClient {
    static void run() {
        Chained chained = new Chained();
        chained.take(new Cell<>(3L));
        chained.size(new Cell<>(4L));
    }
}
