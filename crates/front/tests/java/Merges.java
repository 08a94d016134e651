/** Values that wait on the stack while control flow splits and meets. */
public class Merges {
    private int a;
    private long l;
    private Merges m;

    public int inArgs(int x, int y) { return f(x > y ? x : y, x < y ? 1 : y == 3 ? 2 : 3, x & (y > 0 ? 7 : 15)); }
    private int f(int p, int q, int r) { a += p; return p * 100 + q * 10 + r; }
    public int waiting(int x) { return a + (x > 0 ? a++ : --a) * (x % 2 == 0 ? ++a : a--); }
    public long waitingLong(long x) { return l - (x > l ? l++ : --l) * (x % 2 == 0 ? l += 2 : 3L); }
    public void field(int x) { this.a = x > 0 ? x : x < -5 ? -x : 0; }
    public void target(boolean c, int x) { (c ? this : other()).a = x; }
    private Merges other() { if (m == null) m = new Merges(); return m; }
    public int otherA() { return other().a; }
    public int swapped(int x, int y) { int t = x + (x = y) * (y = t(x)); return t + x * y; }
    private int t(int x) { return x ^ 5; }
    public boolean bools(boolean p, boolean q, int x) { return (p ? q : x > 3) == (q ? x < 7 : p) != (p & x == 5); }
    public Object refs(int x) { return x > 0 ? this : x < 0 ? m : "text"; }
    public int ternaryCall(int x) { return (x > 0 ? this : x < -3 ? null : other()).a; }
    public int construct(int x) { return new P(x > 0 ? 1 : 2, x < 0 || x > 9 ? (long) x : 5L, x == 0).sum(); }
    static class P { int i; long j; boolean k; P(int i, long j, boolean k) { this.i = i; this.j = j; this.k = k; } int sum() { return k ? i : (int) (i + j); } }
    public int inc(int x) { int i = x; i = i++ + ++i; x = x++ * 2 + x--; return i * 31 + x; }
    public int deep(int x) { return x + (x + (x + (x > 1 ? x + (x + (x < 5 ? x + 1 : x - 1)) : 3))); }
    public int many(int x) { return ((x+1)*(x+2)-(x+3)*(x+4))*((x+5)*(x+6)-(x+7)*(x+8))-((x+9)^(x+10)|(x+11)&(x+12))*((x<<1)+(x>>1)); }
    public int compareInt(long p, long q) { int c = p < q ? -1 : p == q ? 0 : 1; return c * 2; }
}
