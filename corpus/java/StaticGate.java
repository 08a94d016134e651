// Static methods only: there is no construction, so there is no state before it.
public class StaticGate {
    private static boolean open = false;

    private StaticGate() {}

    public static void open() {
        if (open) {
            throw new IllegalStateException();
        }
        open = true;
    }

    public static void close() {
        if (!open) {
            throw new IllegalStateException();
        }
        open = false;
    }
}
