// A number of any value is boxed into a list of the library: log is an error while stopped.
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
