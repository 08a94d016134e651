/** Assertions, with and without messages of every type. */
public class Asserts {
    private boolean open;
    private int n;

    public void open() { assert !open; open = true; }
    public void close() { assert open : "already closed"; open = false; }
    public void set(int k) { assert k >= 0 && k < 200 : k; n = k; }
    public void setLong(long k) { assert k != 3L : k + n; n = (int) k; }
    public void flag(boolean b) { assert b : b; }
    public void letter(char c) { assert c > 'a' : "letter " + c + " of " + n + b() + open; }
    private boolean b() { n++; return n > 3; }
    public int use() { assert open; assert n > 0 : "n is " + n; return 100 / n; }
    public void message(int a) { assert a > 0 : text(a); }
    private String text(int a) { return a < -5 ? null : "text"; }
    static class Inner { int check(int a) { assert a != 1; return a; } }
    public int inner(int a) { return new Inner().check(a); }
}
