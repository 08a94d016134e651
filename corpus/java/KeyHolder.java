// An object as a parameter that must be the one the component holds: it is unlocked with the key it was locked with.
public class KeyHolder {
    private Object key;

    public void lock(Object key) {
        if (key == null || this.key != null) {
            throw new IllegalStateException();
        }
        this.key = key;
    }

    public void unlock(Object key) {
        if (this.key == null || this.key != key) {
            throw new IllegalStateException();
        }
        this.key = null;
    }
}
