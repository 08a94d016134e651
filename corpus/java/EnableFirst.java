// A static method that must be called before the constructor, and may be called any time after it.
public class EnableFirst {
    private static boolean enabled = false;

    public EnableFirst() {
        if (!enabled) {
            throw new IllegalStateException();
        }
    }

    public static void enable() {
        enabled = true;
    }

    public static void disable() {
        enabled = false;
    }

    public void use() {}
}
