/** String literals as references, and messages nobody reads. */
public class Strings {
    private String name = "start";
    private static final String CONSTANT = "const" + "ant";

    public boolean isStart() { return name == "start"; }
    public void set(boolean a) { name = a ? "start" : "other"; }
    public void compute(int a) { name = "st" + "art" + (a > 5 ? "" : "x"); }
    public void constant() { name = CONSTANT; }
    public boolean isConstant() { return name == "constant"; }
    public String get() { return name; }
    public void fail(int a, long b, char c, boolean d) { throw new IllegalStateException("a=" + a + b + c + d + name + null); }
    public void failObject(String s) { throw new RuntimeException("got " + s); }
    public String join(int a) { String s = "<"; s += a; s += '>'; return s; }
    public String build(int a) { return new StringBuilder().append("n=").append(a).append(' ').append(true).append(5L).toString(); }
}
