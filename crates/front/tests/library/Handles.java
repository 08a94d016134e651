import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

public class Handles {
    private volatile int count;
    private String name = "a";
    private long wide = 5;
    private boolean flag;
    private static final VarHandle COUNT, NAME, WIDE, FLAG, INTS, TEXTS;
    static {
        try {
            MethodHandles.Lookup l = MethodHandles.lookup();
            COUNT = l.findVarHandle(Handles.class, "count", int.class);
            NAME = l.findVarHandle(Handles.class, "name", String.class);
            WIDE = l.findVarHandle(Handles.class, "wide", long.class);
            FLAG = l.findVarHandle(l.lookupClass(), "flag", boolean.class);
            INTS = MethodHandles.arrayElementVarHandle(int[].class);
            TEXTS = MethodHandles.arrayElementVarHandle(String[].class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    public static int counts(int n) {
        Handles h = new Handles();
        int r = (int) COUNT.getAndAdd(h, n);
        r = r * 31 + (COUNT.compareAndSet(h, n, 7) ? 1 : 0);
        COUNT.setRelease(h, (int) COUNT.getAcquire(h) + 1);
        r = r * 31 + (int) COUNT.compareAndExchange(h, 8, 9) + h.count;
        return r * 31 + (int) COUNT.getAndBitwiseOr(h, 6) + (int) COUNT.getVolatile(h);
    }

    public static int names(int n) {
        Handles h = new Handles();
        String old = (String) NAME.getAndSet(h, "b" + n);
        NAME.set(h, (String) NAME.get(h) + old);
        return h.name.hashCode() + (int) (long) WIDE.getAndAdd(h, 3L) + (int) h.wide + (FLAG.weakCompareAndSetPlain(h, false, true) ? 1 : 0) + (h.flag ? 2 : 0);
    }

    public static int elements(int n) {
        int[] a = new int[3];
        INTS.set(a, n, 5);
        return (int) INTS.getAndAdd(a, n, 2) * 10 + a[n];
    }

    public static int texts(int n) {
        String[] a = {"x", null};
        return (TEXTS.compareAndSet(a, 1, (String) null, "y") ? 1 : 0) + ((String) TEXTS.get(a, 1)).hashCode();
    }

    public static int nullReceiver(int n) {
        return (int) COUNT.get((Handles) null);
    }
}
