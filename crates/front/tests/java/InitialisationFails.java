/** Static initialisers that throw: at the first use, at later ones, of a class above, of a class that needs another. */
public class InitialisationFails {
    static int mood = 0;

    static class Throws {
        static int tries = ++mood;
        static final int BROKEN = mood / (mood - mood);

        static int touch() {
            return tries;
        }
    }

    static class Below extends Throws {
        static int own = 5;
    }

    static class Hard {
        static final int NEVER = fail();

        static int fail() {
            throw new AssertionError("hard");
        }
    }

    static class Needs {
        static int seen;

        static {
            try {
                seen = Hard.NEVER;
            } catch (Throwable t) {
                seen = t instanceof NoClassDefFoundError ? 2 : 1;
            }
        }
    }

    static class Sometimes {
        static {
            if (mood < 3) throw new IllegalStateException();
        }

        int n = 4;
    }

    public void better() {
        mood++;
    }

    public int first() {
        return Throws.touch();
    }

    public int below() {
        return Below.own;
    }

    public int hard() {
        return Hard.NEVER;
    }

    public int needs() {
        return Needs.seen;
    }

    public int sometimes() {
        return new Sometimes().n;
    }

    public int why() {
        try {
            return Throws.tries;
        } catch (ExceptionInInitializerError e) {
            return e.getCause() instanceof ArithmeticException && e.getException() == e.getCause() ? 1 : 2;
        } catch (NoClassDefFoundError e) {
            Throwable cause = e.getCause();
            return cause instanceof ExceptionInInitializerError && cause.getCause() == null ? 3 : 4;
        }
    }

    public int whyHard() {
        try {
            return Hard.NEVER;
        } catch (AssertionError e) {
            return e.getMessage().length();
        } catch (NoClassDefFoundError e) {
            return e.getMessage() == null ? 5 : 6;
        }
    }
}
