/** Casts that hold and casts that do not. */
public class Casts {
    private Object held;

    static class A { int v = 1; }
    static class B extends A { int w = 2; }
    interface I { int i(); }
    static class C extends B implements I { public int i() { return 9; } }

    public void hold(int k) { switch (k & 7) { case 0: held = new A(); break; case 1: held = new B(); break; case 2: held = new C(); break; case 3: held = "text"; break; case 4: held = this; break; case 5: held = new RuntimeException(); break; default: held = null; } }
    public int asA() { return ((A) held).v; }
    public int asB() { return ((B) held).w; }
    public int asI() { return ((I) held).i(); }
    public Object asString() { return (String) held; }
    public int kinds() { return (held instanceof A ? 1 : 0) + (held instanceof B ? 2 : 0) + (held instanceof I ? 4 : 0) + (held instanceof String ? 8 : 0) + (held instanceof Casts ? 16 : 0) + (held instanceof Exception ? 32 : 0) + (held instanceof Object ? 64 : 0); }
    public int pattern() { return held instanceof B b && b.w > 1 ? b.v : -1; }
    public int guarded() { try { return ((B) held).v; } catch (ClassCastException e) { return -7; } catch (NullPointerException e) { return -8; } }
    public void fail() { throw (RuntimeException) held; }
}
