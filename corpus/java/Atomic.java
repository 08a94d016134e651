// Compare and set, which the library does without a lock: two permits.
import java.util.concurrent.atomic.AtomicInteger;

public class Atomic {
    private final AtomicInteger free = new AtomicInteger(2);

    public void acquire() {
        int before = free.get();
        if (before == 0 || !free.compareAndSet(before, before - 1)) {
            throw new IllegalStateException();
        }
    }

    public void release() {
        if (free.incrementAndGet() > 2) {
            throw new IllegalStateException();
        }
    }
}
