/** Methods that are called like native ones of the JDK, and are not: their code counts. Monitors that are held. */
public class NativeNames {
    private boolean ready;
    private int woken;
    private final Object lock = new Object();

    public void initIDs() {
        if (ready) throw new IllegalStateException();
        ready = true;
    }

    public void registerNatives() {
        if (!ready) throw new IllegalStateException();
        ready = false;
    }

    public synchronized int wake() {
        notifyAll();
        return ++woken;
    }

    public int wakeLock(boolean all) {
        synchronized (lock) {
            if (all) lock.notifyAll(); else lock.notify();
            return woken;
        }
    }
}
