package store;

/** Is shown at the entrance, twice. */
public class Ticket {
    private static final int TIMES = 2;
    private int shown;

    public void show() {
        if (shown >= TIMES) {
            throw new IllegalStateException("shown " + shown + " times");
        }
        shown += 1;
    }
}
