// Fields that grow for ever and that no answer depends on: slicing leaves two states.
public class Accumulator {
    private boolean running = false;
    private int samples = 0;
    private int sum = 0;

    public void start() {
        if (running) {
            throw new IllegalStateException();
        }
        running = true;
    }

    public void add(int sample) {
        if (!running) {
            throw new IllegalStateException();
        }
        samples++;
        sum += sample;
    }

    public void stop() {
        if (!running) {
            throw new IllegalStateException();
        }
        running = false;
    }

    public int sum() {
        return sum;
    }
}
