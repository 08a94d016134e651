/** Booleans as fields, parameters, results, operands. */
public class Booleans {
    private boolean flag;
    private static boolean shared = true;
    private int count;

    public boolean and(boolean a, boolean b) { return a && b; }
    public boolean strict(boolean a, boolean b) { return a & b | a ^ b; }
    public boolean not(boolean a) { return !a; }
    public boolean equal(boolean a, boolean b) { return a == b; }
    public boolean unequal(boolean a, boolean b) { return a != b; }
    public boolean choose(boolean a, int x, int y) { return a ? x < y : x >= y; }
    public void set(boolean a) { flag = a; }
    public void flip() { flag = !flag; }
    public void xor(boolean a) { flag ^= a; shared |= flag; }
    public boolean get() { return flag; }
    public boolean getShared() { return shared; }
    public boolean reassigned(boolean a, int n) { if (n > 3) a = !a; else if (n < -3) a = n == -7; return a & flag; }
    public int guard(boolean a) { if (flag && !a) count++; if (flag || a) count += 2; return count; }
    public boolean chain(int a, int b, int c) { return a < b && b < c || !(a == c) && flag != (b > 0); }
    public boolean effect(int a) { return bump(a) & bump(a - 1) | bump(a + 1); }
    private boolean bump(int a) { count++; return a > 0; }
    public int getCount() { return count; }
    public boolean self(boolean a) { boolean b = a; b = b == a; return b; }
    public long longCompare(long a, long b) { return a < b ? -1 : a > b ? 1 : 0; }
    public boolean longTests(long a, long b) { return a <= b == b >= a && (a != b || a == 5L); }
}
