/** throw, try, catch, finally in every arrangement. */
public class Exceptions {
    private int log;

    static class Own extends Exception { final int code; Own(int code) { super("own " + code); this.code = code; } }
    static class Worse extends Own { Worse(int code) { super(code + 1); } }

    public void simple(int a) { if (a < 0) throw new IllegalArgumentException("negative: " + a); log = log * 3 + a; }
    public int caught(int a) { try { simple(a); return 1; } catch (IllegalArgumentException e) { log += 7; return 2; } }
    public int order(int a) {
        try { risky(a); return 0; }
        catch (Worse e) { return 100 + e.code; }
        catch (Own e) { return 200 + e.code; }
        catch (ArithmeticException | NullPointerException e) { return 300; }
    }
    private int risky(int a) throws Own {
        switch (a & 7) {
            case 0: throw new Own(a);
            case 1: throw new Worse(a);
            case 2: return 1 / (a - a);
            case 3: Exceptions e = null; return e.log;
            case 4: throw new IllegalStateException();
            default: return a;
        }
    }
    public int fin(int a) { try { if (a > 10) return log; if (a < -10) throw new RuntimeException(); log++; } finally { log += 100; } return -log; }
    @SuppressWarnings("finally")
    public int override(int a) { try { return 10 / a; } finally { if (a == 0) return -1; } }
    public int nested(int a) {
        int r = 0;
        try {
            try { r += 1; if (a % 3 == 0) throw new IllegalStateException("inner"); r += 2; }
            catch (IllegalStateException e) { r += 10; if (a % 2 == 0) throw new UnsupportedOperationException(e); }
            finally { r += 100; log += r; }
            r += 1000;
        } catch (UnsupportedOperationException e) { r += 10000; }
        return r;
    }
    public void rethrow(int a) { try { simple(a); } catch (RuntimeException e) { log = -1; throw e; } finally { log *= 2; } }
    public void wrap(int a) { try { order2(a); } catch (Own e) { throw new RuntimeException("wrapped", e); } }
    private void order2(int a) throws Own { if (a == 1) throw new Worse(a); if (a == 0) throw new Own(a); }
    public int loop(int n) {
        int c = 0;
        for (int i = n & 7; i >= 0; i--) {
            try { if (i == 5) continue; if (i == 3) break; c += 12 / i; }
            catch (ArithmeticException e) { c += 1000; }
            finally { c++; }
        }
        return c;
    }
    public int error(int a) { try { assert a > 0; return 1; } catch (AssertionError e) { return 2; } }
    public int deep(int a) { try { return down(a & 7); } catch (IllegalStateException e) { return -1; } }
    private int down(int n) { if (n == 0) throw new IllegalStateException("bottom"); try { return down(n - 1); } finally { log = log * 2 + n; } }
    public Throwable made(int a) { return a > 0 ? new Own(a) : a < 0 ? new java.io.IOException("io") : null; }
    public void throwNull(int a) { RuntimeException e = a > 0 ? null : new java.util.NoSuchElementException(); throw e; }
    public void throwChoice(boolean a) { throw a ? new IllegalStateException("x") : new ArithmeticException("y"); }
    public int throwableFromCall(int a) { try { throw make(a); } catch (Own e) { return e.code; } catch (Exception e) { return -2; } }
    private Exception make(int a) { return a > 5 ? new Worse(a) : a > 0 ? new Own(a) : null; }
    public int log() { return log; }
}
