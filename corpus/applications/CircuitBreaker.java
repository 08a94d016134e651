import java.time.Duration;

/** Stops calls of a service that fails too often, and tries again after a while. */
public class CircuitBreaker {
    /** What the breaker does with calls. */
    public enum State { CLOSED, OPEN, HALF_OPEN }

    private final int threshold;
    private final long waitMillis;
    private State state = State.CLOSED;
    private int failures;
    private long openedAt;
    private boolean calling;

    public CircuitBreaker(int threshold, Duration wait) {
        if (threshold < 1) {
            throw new IllegalArgumentException("threshold must be at least 1");
        }
        if (wait.isNegative()) {
            throw new IllegalArgumentException("wait must not be negative");
        }
        this.threshold = threshold;
        this.waitMillis = wait.toMillis();
    }

    public void begin() {
        if (calling) {
            throw new IllegalStateException("a call is under way");
        }
        if (state == State.OPEN) {
            if (System.currentTimeMillis() - openedAt < waitMillis) {
                throw new IllegalStateException("the circuit is open");
            }
            state = State.HALF_OPEN;
        }
        calling = true;
    }

    public void succeed() {
        end();
        failures = 0;
        state = State.CLOSED;
    }

    public void fail() {
        end();
        failures++;
        if (state == State.HALF_OPEN || failures >= threshold) {
            trip();
        }
    }

    public void reset() {
        if (calling) {
            throw new IllegalStateException("a call is under way");
        }
        state = State.CLOSED;
        failures = 0;
    }

    public void forceOpen() {
        if (calling) {
            throw new IllegalStateException("a call is under way");
        }
        trip();
    }

    public State state() {
        return state;
    }

    public int failures() {
        return failures;
    }

    private void trip() {
        state = State.OPEN;
        openedAt = System.currentTimeMillis();
        failures = 0;
    }

    private void end() {
        if (!calling) {
            throw new IllegalStateException("no call is under way");
        }
        calling = false;
    }
}
