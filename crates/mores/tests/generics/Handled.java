/** Parameters whose type arguments rule out classes at hand. */
public class Handled {
    public void accept(Handler<Integer> handler) {
        handler.handle(5);
    }

    public void wide(Handler<? super Integer> handler) {
        handler.handle(5);
    }

    public void any(Handler<?> handler) {
        handler.handle(null);
    }

    public void none(Comparable<Integer> one) {
        if (one != null) one.compareTo(1);
    }
}

interface Handler<T> {
    boolean handle(T item);
}

class TextHandler implements Handler<String> {
    public boolean handle(String text) {
        return text == null || text.isEmpty();
    }
}

class NumberHandler implements Handler<Number> {
    public boolean handle(Number number) {
        return number != null;
    }
}

class OneHandler<X> implements Handler<X> {
    X only;

    public boolean handle(X item) {
        return item == only;
    }
}

class HandledClient {
    static void run() {
        Handled handled = new Handled();
        handled.accept(new OneHandler<>());
        handled.wide(new NumberHandler());
        handled.any(new TextHandler());
        handled.none(5);
    }
}
