// Static methods only, with an array in a static field.
public final class StaticSlots {
    private static final boolean[] TAKEN = new boolean[2];

    private StaticSlots() {}

    public static void take(int slot) {
        if (TAKEN[slot]) {
            throw new IllegalStateException();
        }
        TAKEN[slot] = true;
    }

    public static void free(int slot) {
        if (!TAKEN[slot]) {
            throw new IllegalStateException();
        }
        TAKEN[slot] = false;
    }
}
