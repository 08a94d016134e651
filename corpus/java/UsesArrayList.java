// A call into a library that is not modelled: log is an error while stopped and unknown while started, the rest holds.
public class UsesArrayList {
    private boolean started = false;

    public void start() {
        started = true;
    }

    public void stop() {
        if (!started) {
            throw new IllegalStateException();
        }
        started = false;
    }

    public void log(int value) {
        if (!started) {
            throw new IllegalStateException();
        }
        java.util.ArrayList<Integer> values = new java.util.ArrayList<>();
        values.add(value);
    }
}
