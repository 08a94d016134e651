/** Private calls, recursion, overloads, static helpers, long arguments between others. */
public class Calls {
    private int depth;

    public int factorial(int n) { return fact(n & 15); }
    private int fact(int n) { return n <= 1 ? 1 : n * fact(n - 1); }
    public int ackermann(int m, int n) { return ack(m & 1, n & 7); }
    private static int ack(int m, int n) { return m == 0 ? n + 1 : n == 0 ? ack(m - 1, 1) : ack(m - 1, ack(m, n - 1)); }
    public int over(int a) { return 1 + pick(a); }
    public int over(long a) { return 2 + pick(a); }
    public int over(boolean a, int b) { return a ? pick((byte) b) : pick((char) b); }
    public int over(byte a) { return pick(a); }
    private int pick(int a) { return a * 3; }
    private int pick(long a) { return (int) (a >> 3); }
    private int pick(byte a) { return a; }
    private int pick(char a) { return a + 1; }
    public long mix(int a, long b, boolean c, long d, byte e) { return helper(b, a, d, c, e); }
    private static long helper(long b, int a, long d, boolean c, byte e) { return c ? a * b - d : d * e + a; }
    public boolean even(int n) { return isEven(n & 31); }
    private boolean isEven(int n) { return n == 0 || isOdd(n - 1); }
    private boolean isOdd(int n) { return n != 0 && isEven(n - 1); }
    public int nest(int a) { return add(add(a, mul(a, 2)), mul(add(a, 1), add(a, -1))); }
    private int add(int a, int b) { depth++; return a + b; }
    private int mul(int a, int b) { depth += 10; return a * b; }
    public int depth() { return depth; }
    public void ignore(int a) { add(a, a); helper(1, a, 2, true, (byte) 0); }
    public int library(int a, int b, long c) { return Math.max(Math.abs(a), Math.min(b, (int) Math.abs(c))); }
    public boolean same(int a) { Object o = new Object(); Object p = a > 0 ? o : new Calls(); return o.equals(p); }
}
