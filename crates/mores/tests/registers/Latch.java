/** One number is always welcome, every other one only if it is not the last one. */
public class Latch {
    private int key;
    private boolean has;

    public void set(int v) {
        if (v != 5 && has && v == key) throw new IllegalStateException();
        key = v;
        has = true;
    }

    public void clear() {
        has = false;
    }
}
