/** Inner classes, access to the outer object, anonymous and local classes, several objects of one class. */
public class Nested {
    private int n = 10;
    private Inner inner;
    private final Counter counter = new Counter();

    class Inner { int m = n + 1; int outer() { return n++ * m; } void write(int a) { n = a; Nested.this.n += m; } }
    private static class Counter { private int c; private int next() { return ++c; } }
    private interface Op { int apply(int a); }

    public void make() { inner = new Inner(); }
    public int outer() { return inner.outer(); }
    public void write(int a) { inner.write(a); }
    public int two(int a) { Inner x = new Inner(), y = this.new Inner(); x.m = a; x.write(3); return x.m * 7 + y.outer() + n; }
    public int next() { return counter.next() + counter.c; }
    public int anonymous(int a, int b) {
        Op op = a > b ? new Op() { public int apply(int k) { return k + b; } } : new Op() { int calls; public int apply(int k) { return k * ++calls - n; } };
        return op.apply(a) + op.apply(b);
    }
    public int local(int a) { class Adder implements Op { int by = a; public int apply(int k) { return by += k; } } Adder x = new Adder(); x.apply(n); return x.apply(1); }
    public int n() { return n; }
}
