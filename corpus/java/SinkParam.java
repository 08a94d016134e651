// An object as a parameter with a field that is tested and set (after java.io.PipedOutputStream).
public class SinkParam {
    public static final class Sink {
        boolean connected = false;
    }

    private Sink sink;

    public void connect(Sink snk) {
        if (snk == null) {
            throw new NullPointerException();
        }
        if (sink != null || snk.connected) {
            throw new IllegalStateException();
        }
        sink = snk;
        sink.connected = true;
    }

    public void write() {
        if (!sink.connected) {
            throw new IllegalStateException();
        }
    }

    public void disconnect() {
        sink.connected = false;
        sink = null;
    }
}
