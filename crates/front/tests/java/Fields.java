/** Fields, increments in expressions, assignments as values: the dup family. */
public class Fields {
    private int x;
    private long l;
    private Fields next;
    private int[] unused;
    private double ratio;

    public int postInc() { return x++; }
    public int preInc() { return ++x; }
    public long postDecLong() { return l--; }
    public long preLong(int by) { return l += by; }
    public int chain(int a) { int b; x = b = a + 1; return x - b + a; }
    public long chainLong(long a) { long b; l = b = a - 1; return l ^ b; }
    public int viaNext(int a) { return next.x = next.x++ + a; }
    public long viaNextLong(long a) { return next.l -= a; }
    public void link() { next = new Fields(); next.x = x; next.l = l; }
    public void grow() { Fields f = new Fields(); f.next = next; next = f; f.x = x + 1; }
    public void cut() { next = null; }
    public int depth() { int d = 0; for (Fields f = this; f != null && d < 30; f = f.next) d++; return d; }
    public int total() { int t = 0; Fields f = this; for (int i = 0; f.next != null && i < 30; i++) { f = f.next; t = t * 3 + f.x; } return t; }
    public boolean alias() { Fields f = next; return f == next && f != this; }
    public void loop() { next = this; }
    public int swap(int a, int b) { int t = a; a = b; b = t; x = a; return b - x; }
    public void store(int a, boolean c) { this.x = c ? a : -a; (c ? this : new Fields()).l = a; }
    public int get() { return x; }
    public long getLong() { return l; }
    public Fields getNext() { return next; }
}
