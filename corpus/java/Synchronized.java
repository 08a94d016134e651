// Monitors: a synchronized method, a block that is left by an exception, and a block on null.
public class Synchronized {
    private Object lock = new Object();
    private boolean busy = false;

    public void enter() {
        synchronized (lock) {
            if (busy) {
                throw new IllegalStateException();
            }
            busy = true;
        }
    }

    public synchronized void leave() {
        if (!busy) {
            throw new IllegalStateException();
        }
        busy = false;
    }

    public void dispose() {
        synchronized (this) {
            lock = null;
        }
    }
}
