/** Exceptions that call code of their own, and virtual calls of every kind. */
public class Callbacks {
    int n;

    class Speaking extends RuntimeException {
        public String toString() {
            n++;
            return "speaking";
        }
    }

    class Filling extends RuntimeException {
        public Throwable fillInStackTrace() {
            n += 10;
            return this;
        }
    }

    static class Chained extends Exception {
        Chained(String text, Throwable cause) {
            super(text, cause);
        }
    }

    public int cause() {
        try {
            throw new RuntimeException(new Speaking());
        } catch (RuntimeException e) {
            return n + e.getMessage().length();
        }
    }

    public int filling() {
        try {
            throw new Filling();
        } catch (RuntimeException e) {
            return n;
        }
    }

    public String text(int a) {
        try {
            if (a > 0) throw new Chained("a" + a, null);
            throw new IllegalStateException();
        } catch (Chained e) {
            return e.getMessage() + (e.getCause() == null);
        } catch (IllegalStateException e) {
            return e.getMessage();
        }
    }

    public int suppressed(int a) {
        try {
            try {
                n = 1 / a;
            } catch (ArithmeticException e) {
                e.addSuppressed(new Speaking());
                throw e;
            }
        } catch (ArithmeticException e) {
            return e.getSuppressed().length + (e.getCause() == null ? 10 : 0);
        }
        return n;
    }

    public boolean initCause(int a) {
        try {
            n = 1 / a;
        } catch (ArithmeticException e) {
            return e.initCause(new Filling()).getCause() instanceof Filling;
        }
        return false;
    }

    public void detail(int a) {
        assert a > 0 : this;
    }

    public String toString() {
        n++;
        return "n" + n;
    }

    interface Greeter {
        default String greet() {
            return "hello " + name();
        }

        String name();
    }

    interface Shouter extends Greeter {
        default String greet() {
            return Greeter.super.greet() + secret();
        }

        private String secret() {
            return "!";
        }
    }

    static abstract class Base implements Greeter {
        public String name() {
            return "base";
        }
    }

    static class Loud extends Base implements Shouter {
        public String name() {
            return "loud " + super.name();
        }
    }

    static class Plain extends Base {
    }

    public String greet(boolean loud) {
        Greeter greeter = loud ? new Loud() : new Plain();
        return greeter.greet();
    }

    public int cloned(int a) {
        int[] numbers = {1, 2, a};
        int[] copy = numbers.clone();
        copy[0] = 5;
        return numbers[0] + copy[0] + copy[2];
    }

    public boolean same(boolean a) {
        Object o = a ? new int[0] : "text";
        return o.equals("te" + "xt") && o.hashCode() == "text".hashCode();
    }
}
