/** Static fields and methods, initialisers, constants of other classes. */
public class Statics {
    static int count = 5;
    static long total;
    static final int LIMIT = 7;
    static final int COMPUTED = compute(LIMIT);
    static Statics last;
    private static boolean open;
    private int id;

    static { total = count * 10L; for (int i = 0; i < 3; i++) count += i; }

    private static int compute(int n) { return n * n - 1; }

    public Statics() { id = ++count; last = this; }
    public static int add(int n) { return count += n; }
    public static long total(long by) { total += by; return total; }
    public static int limits() { return LIMIT * 1000 + COMPUTED; }
    public static void toggle() { open = !open; }
    public static int others(int a) { return Helper.scale(a) + Helper.offset + Holder.START; }
    public static int lastId() { return last.id; }
    public int id() { return open ? id : -id; }
    public int counted() { return Helper.count(); }

    static class Helper {
        static int offset = 3;
        static final int FACTOR;
        private static int calls;
        static { FACTOR = offset * 2; }
        static int scale(int a) { return a * FACTOR; }
        static int count() { return ++calls + offset; }
    }

    interface Holder { int START = Statics.Helper.FACTOR + 5; int PLAIN = 4; }
}
