package shop;

/** Made by a function, and counts in a static field. */
public final class Gate {
    private static int made = 0;
    private boolean open;

    private Gate() {
    }

    public static Gate of(boolean open) {
        if (made >= 1) {
            throw new IllegalStateException();
        }
        made++;
        Gate gate = new Gate();
        gate.open = open;
        return gate;
    }

    public void pass() {
        if (!open) {
            throw new UnsupportedOperationException();
        }
        open = false;
    }
}
