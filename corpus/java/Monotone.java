// Order on what earlier calls brought: each time must be later than the one before, until a reset.
public class Monotone {
    private boolean started;
    private int last;

    public void record(int time) {
        if (started && time <= last) {
            throw new IllegalArgumentException();
        }
        started = true;
        last = time;
    }

    public void reset() {
        started = false;
    }
}
