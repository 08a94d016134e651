// A sealed interface and patterns of instanceof, one of them with a condition on what it binds.
public class SealedModes {
    private sealed interface Mode permits Idle, Busy, Down {}

    private record Idle() implements Mode {}

    private record Busy(int load) implements Mode {}

    private record Down() implements Mode {}

    private Mode mode = new Idle();

    public void load() {
        if (mode instanceof Idle) {
            mode = new Busy(1);
        } else if (mode instanceof Busy busy && busy.load() < 2) {
            mode = new Busy(busy.load() + 1);
        } else {
            throw new IllegalStateException();
        }
    }

    public void stop() {
        if (!(mode instanceof Busy)) {
            throw new IllegalStateException();
        }
        mode = new Idle();
    }

    public void fail() {
        if (mode instanceof Down) {
            throw new IllegalStateException();
        }
        mode = new Down();
    }

    public void repair() {
        Down down = (Down) mode;
        mode = new Idle();
    }
}
