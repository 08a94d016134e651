/** Chained constructors, initialisers in order, superclasses, calls of overridden methods while constructing. */
public class Constructors extends Base {
    private int a = 3;
    private int b;
    private final int c;
    { b = a * 2; trace(1); }

    public Constructors() { this(7); trace(2); }
    public Constructors(int n) { super(n, n > 0); c = a + b + n; trace(3); }
    public Constructors(int n, boolean fail) { this(n); if (fail) throw new IllegalArgumentException("n=" + n); }
    Constructors(long hidden) { super(1, true); c = (int) hidden; }
    { trace(4); }

    @Override int hook(int n) { return n + a; }
    public int sum() { return a * 1000 + b * 100 + c * 10 + base; }
    public long log() { return log; }
    public int again(int n) { Constructors other = new Constructors(n); return other.sum() - sum(); }
    public int hidden(long h) { return new Constructors(h).c; }
}

class Base {
    protected int base;
    protected long log;
    Base(int n, boolean up) { base = up ? hook(n) : -hook(-n); trace(5); }
    int hook(int n) { return n * 2; }
    void trace(int step) { log = log * 10 + step; }
}
