/** The class above is given raw: anything may be passed. */
@SuppressWarnings("rawtypes")
public class Raw extends Anything {
}

class Anything<T> {
    public void put(T item) {
        if (item instanceof String && ((String) item).isEmpty()) throw new IllegalArgumentException();
    }
}

class RawClient {
    @SuppressWarnings("unchecked")
    static void run() {
        Raw raw = new Raw();
        raw.put("text");
        raw.put(5);
    }
}
