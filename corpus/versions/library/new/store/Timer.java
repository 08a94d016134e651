package store;

/** Is started and stopped in turn. */
public class Timer {
    private int turns;

    public void start() {
        expect(0);
    }

    public void stop() {
        expect(1);
    }

    private void expect(int rest) {
        if ((turns & 1) != rest) {
            throw new IllegalStateException();
        }
        turns ^= 1;
    }
}
