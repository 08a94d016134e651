// An exception that is made now and thrown later; throwing null is another exception.
public class Deferred {
    private RuntimeException failure;
    private boolean failed = false;

    public void fail() {
        failure = new IllegalArgumentException("later");
        failed = true;
    }

    public void forget() {
        failure = null;
    }

    public void rethrow() {
        try {
            if (failed) {
                throw failure;
            }
        } catch (NullPointerException e) {
            failed = false;
        }
    }
}
