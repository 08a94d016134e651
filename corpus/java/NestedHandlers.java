// Handlers inside handlers: one wraps and throws, a finally block runs on the way, the outer one decides or rethrows.
public class NestedHandlers {
    private boolean recovered = false;
    private int depth = 0;

    public void run(int code) {
        recovered = false;
        try {
            try {
                depth++;
                fail(code);
            } catch (IllegalArgumentException e) {
                throw new RuntimeException(e);
            } finally {
                depth--;
            }
        } catch (RuntimeException e) {
            if (e.getCause() == null) {
                throw e;
            }
            recovered = depth == 0;
        }
    }

    public void report() {
        if (!recovered) {
            throw new IllegalStateException();
        }
    }

    private static void fail(int code) {
        if (code == 1) {
            throw new IllegalArgumentException();
        }
        if (code == 2) {
            throw new IllegalStateException();
        }
    }
}
