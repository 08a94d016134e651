package store;

/** Is started and stopped in turn. */
public class Timer {
    private boolean running;

    public void start() {
        if (running) {
            throw new IllegalStateException("running");
        }
        running = true;
    }

    public void stop() {
        if (!running) {
            throw new IllegalStateException("stopped");
        }
        running = false;
    }
}
