/** Type variables with several bounds: of a method, of a class, and of each other. */
public class Bounds<T extends Named & Sized> {
    private T last;

    public void keep(T item) {
        if (item.size() > 2) throw new IllegalArgumentException();
        last = item;
    }

    public <U extends T> void narrow(U item) {
        if (item.size() > item.name().length()) throw new IllegalArgumentException();
    }

    public <A extends Sized & Named> void other(A item) {
        if (item.name().isEmpty()) throw new IllegalArgumentException();
    }
}

interface Named {
    String name();
}

interface Sized {
    int size();
}

class OnlyNamed implements Named {
    public String name() {
        return "named";
    }
}

class OnlySized implements Sized {
    public int size() {
        return 1;
    }
}

class Thing implements Named, Sized {
    int size;

    public String name() {
        return "thing";
    }

    public int size() {
        return size;
    }
}

class BoundsClient {
    static void run() {
        Bounds<Thing> bounds = new Bounds<>();
        bounds.keep(new Thing());
        bounds.narrow(new Thing());
        bounds.other(new Thing());
    }
}
