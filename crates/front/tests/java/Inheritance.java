/** Virtual dispatch, super calls, shadowed fields, interfaces with defaults, instance tests. */
public class Inheritance extends Middle implements Named {
    public int x = 1;
    private Shape shape = new Circle(2);

    public int own() { return x * 100 + ((Middle) this).x * 10 + super.x; }
    @Override public int describe(int n) { return super.describe(n) + 1; }
    public void square(int side) { shape = new Square(side); }
    public void circle(int r) { shape = new Circle(r); }
    public void none() { shape = null; }
    public int area() { return shape.area(); }
    public int twice() { return shape.twice(); }
    public int kind() { return shape instanceof Square ? 1 : shape instanceof Circle ? 2 : 0; }
    public int side() { return ((Square) shape).side; }
    public boolean isRound() { return shape instanceof Round; }
    public int viaInterface(boolean self) { Named n = self ? this : new Other(); return n.code() * 10 + n.twiceCode(); }
    @Override public int code() { return 4; }
    public Object generic(int a) { Box<Object> b = new IntBox(a); return b.get(); }
    public int boxed(int a) { return new IntBox(a).get().n; }
    @Override void packageHook() { x += 3; }
    public int hook() { packageHook(); return x; }
}

abstract class Shape {
    abstract int area();
    int twice() { return 2 * area(); }
}

interface Round { }

final class Circle extends Shape implements Round {
    private final int r;
    Circle(int r) { this.r = r; }
    int area() { return 3 * r * r; }
}

class Square extends Shape {
    final int side;
    Square(int side) { this.side = side; }
    int area() { return side * side; }
    @Override int twice() { return super.twice() + 1; }
}

interface Named {
    int code();
    default int twiceCode() { return helper() * code(); }
    private int helper() { return 2; }
}

class Other implements Named {
    public int code() { return 6; }
    @Override public int twiceCode() { return -1 + Named.super.twiceCode(); }
}

class Top {
    public int x = 5;
    public int inherited(int n) { return describe(n) * 2; }
    public int describe(int n) { return n + x; }
    void packageHook() { x = 9; }
    public static int stat(int n) { return n - 1; }
}

class Middle extends Top {
    public int x = 2;
    @Override public int describe(int n) { return super.describe(n) * 3; }
    public int callHook() { packageHook(); return super.x; }
    private int secret(int n) { return n; }
    public int reveal(int n) { return secret(n) + 1; }
}

abstract class Box<T> {
    abstract T get();
}

class Num { int n; }

class IntBox extends Box<Object> {
    private final int a;
    IntBox(int a) { this.a = a; }
    @Override Num get() { Num n = new Num(); n.n = a; return n; }
}
