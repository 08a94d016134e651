package store;

/** Is shown at the entrance. */
public class Ticket {
    private int shown;

    public void show() {
        if (shown == 2) {
            throw new IllegalStateException("worn out");
        }
        shown++;
    }
}
