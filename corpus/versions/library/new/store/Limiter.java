package store;

/** Lets at most three callers in. */
public class Limiter {
    private static final int LIMIT = 3;
    private int inside;

    public void enter() {
        if (inside > LIMIT) {
            throw new IllegalStateException("full");
        }
        inside++;
    }

    public void leave() {
        if (inside == 0) {
            throw new IllegalStateException("nobody is inside");
        }
        inside--;
    }
}
