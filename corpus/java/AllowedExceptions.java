// Two kinds of exceptions of which one may be a normal answer: --allow-exceptions java.lang.IllegalStateException.
public class AllowedExceptions {
    private boolean connected = false;

    public void connect(int port) {
        if (port < 0) {
            throw new IllegalArgumentException();
        }
        if (connected) {
            throw new IllegalStateException();
        }
        connected = true;
    }

    public void disconnect() {
        if (!connected) {
            throw new IllegalStateException();
        }
        connected = false;
    }
}
