/** An object that is passed back: the field that holds it is declared with a type variable. */
public class Kept extends Keeper<Token> {
}

class Token {
    int uses;
}

class Keeper<T> {
    private T held;

    public void lend(T item) {
        if (held != null || item == null) throw new IllegalStateException();
        held = item;
    }

    public void back(T item) {
        if (held == null || item != held) throw new IllegalStateException();
        held = null;
    }
}

class KeptClient {
    static void run() {
        Kept kept = new Kept();
        Token token = new Token();
        kept.lend(token);
        kept.back(token);
    }
}
