// A lock with an owner that can be handed on. The constructor's parameter is called like the field.
public class OwnedLock {
    private int owner;

    public OwnedLock(int owner) {
        if (owner == 0) {
            throw new IllegalArgumentException();
        }
        this.owner = owner;
    }

    public void hand(int from, int to) {
        if (from != owner || to == 0) {
            throw new IllegalStateException();
        }
        owner = to;
    }

    public void use(int owner) {
        if (owner != this.owner) {
            throw new IllegalStateException();
        }
    }
}
