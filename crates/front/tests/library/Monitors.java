/** Monitors that are not held where they are notified, or whose holder is the caller. */
public class Monitors {
    private final Object lock = new Object();
    private Object other = lock;
    private int n;

    public void bare() { notify(); }
    public void bareAll() { notifyAll(); }
    public void wrong() { synchronized (lock) { notify(); } }
    public void after() { synchronized (lock) { n++; } lock.notify(); }
    public void same() { synchronized (lock) { other.notifyAll(); n++; } }
    public void change() { other = new Object(); }
    public synchronized void outer() { inner(); }
    public void inner() { n++; notify(); }
    public void waits(boolean held) throws InterruptedException { if (!held) wait(1); n++; }
    public void absent() { Object none = null; synchronized (lock) { none.notify(); } }
    public int count() { return n; }
}
