// A guard on two parameters: connect is legal once, for a sink that exists and is free (Howar et al., "Hybrid Learning", 2013, Fig. 1).
public class PipedOutputStream {
    private int sink = 0;
    private boolean sinkConnected = false;

    public void connect(int snk, boolean snkConnected) {
        if (snk == 0) {
            assert false;
        } else if (sink != 0 || snkConnected) {
            assert false;
        }
        sink = snk;
        sinkConnected = true;
    }

    public void write() {
        if (sink == 0) {
            assert false;
        }
    }

    public void flush() {
        if (sink != 0) {
            // the reader would be told here
        }
    }

    public void close() {
        if (sink != 0) {
            // the reader would be told here
        }
    }
}
