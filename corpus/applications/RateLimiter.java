import java.util.ArrayDeque;
import java.util.Deque;

/** Lets a number of calls through within a window of time. */
public class RateLimiter {
    private final int permits;
    private final long windowMillis;
    private final Deque<Long> taken = new ArrayDeque<>();
    private boolean paused;
    private boolean shutDown;

    public RateLimiter(int permits, long windowMillis) {
        if (permits <= 0) {
            throw new IllegalArgumentException("permits must be positive");
        }
        if (windowMillis <= 0) {
            throw new IllegalArgumentException("the window must be positive");
        }
        this.permits = permits;
        this.windowMillis = windowMillis;
    }

    public boolean tryAcquire() {
        requireRunning();
        long now = System.currentTimeMillis();
        forget(now);
        if (taken.size() >= permits) {
            return false;
        }
        taken.addLast(now);
        return true;
    }

    public void acquireOrThrow() {
        if (!tryAcquire()) {
            throw new IllegalStateException("too many calls");
        }
    }

    public void pause() {
        requireRunning();
        paused = true;
    }

    public void resume() {
        if (shutDown) {
            throw new IllegalStateException("the limiter was shut down");
        }
        if (!paused) {
            throw new IllegalStateException("the limiter is not paused");
        }
        paused = false;
    }

    public void shutDown() {
        shutDown = true;
        taken.clear();
    }

    public int inWindow() {
        return taken.size();
    }

    private void forget(long now) {
        while (!taken.isEmpty() && now - taken.peekFirst() >= windowMillis) {
            taken.removeFirst();
        }
    }

    private void requireRunning() {
        if (shutDown) {
            throw new IllegalStateException("the limiter was shut down");
        }
        if (paused) {
            throw new IllegalStateException("the limiter is paused");
        }
    }
}
