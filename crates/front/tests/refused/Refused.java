import java.util.*;

/** What a model would have to guess must stay unknown. */
public class Refused {
    public static int priority(int n) { return Thread.currentThread().getPriority(); }
    public static int thread(int n) { return new Thread(() -> { }).isAlive() ? 1 : 0; }
    public static int loader(int n) { return Refused.class.getClassLoader() == null ? 1 : 0; }
    public static int properties(int n) { return System.setProperty("a", "b") == null ? 1 : 0; }
    public static int property(int n) { return System.getProperty("user.home").length(); }
    public static int hash(int n) { return new Object().hashCode(); }
    public static int time(int n) { return (int) System.nanoTime(); }
    public static int order(int n) { return Set.of(1, 2).iterator().next(); }
    public static int sine(int n) { return (int) (Math.sin(n) * 1000); }
    public static int processors(int n) { return Runtime.getRuntime().availableProcessors(); }
    public static int memory(int n) { return (int) Runtime.getRuntime().freeMemory(); }
    public static int lambdaName(int n) { Runnable r = () -> { }; return r.getClass().getName().length(); }
    public static int message(int n) { try { return n / 0; } catch (ArithmeticException e) { return e.getMessage().length(); } }
    public static synchronized int waiting(int n) throws Exception { Refused.class.wait(1); return 0; }
    public static int locale(int n) { return Locale.getDefault().hashCode(); }
    public static int exit(int n) { System.exit(1); return 0; }
    public static int input(int n) throws Exception { return System.in.read(); }
    public static int format(int n) { return String.format("%d", 1).length(); }
    public static int trace(int n) { return new Exception().getStackTrace().length; }
    public static int environment(int n) { return System.getenv("PATH").length(); }
    public static int reflection(int n) { return Refused.class.getDeclaredMethods().length; }
    public static int separator(int n) { return System.lineSeparator().length(); }
    public static int charset(int n) { return "\u00e4".getBytes().length; }
    public static int machineClass(int n) { try { return n / 0; } catch (ArithmeticException e) { return e.getMessage().getClass() == String.class ? 1 : 0; } }
    public static int printed(int n) { new IllegalStateException("a", new RuntimeException("b")).printStackTrace(); return 1; }
    public static int caller(int n) throws Exception { return Class.forName("java.lang.String").getName().length(); }
    public static int uniform(int n) { return new Random().nextInt(); }
    public static int mathRandom(int n) { return (int) Math.random(); }
    public static int identity(int n) { return new IdentityHashMap<>(Map.of(1, 2)).size(); }
    public static int enumHash(int n) { return Thread.State.NEW.hashCode(); }
    public static int text(int n) { return new Object().toString().length(); }
}
