/** A method that is inherited with its type variable bound, and overridden parts behind it. */
public class Ages extends Store<Integer> {
    @Override
    protected void check(Integer age) {
        if (age < 0) throw new IllegalArgumentException();
    }
}

abstract class Store<T> {
    private T last;

    public void put(T item) {
        if (item != null) check(item);
        last = item;
    }

    public void putAll(T[] items) {
        for (T item : items) put(item);
    }

    protected abstract void check(T item);
}

class AgesClient {
    static void run() {
        Ages ages = new Ages();
        ages.put(5);
        ages.putAll(new Integer[] {1, 2});
    }
}
