// Mixed parameters: close is legal only with the number that open was called with, so no finite automaton is exact.
public class Session {
    private boolean open = false;
    private int owner = 0;

    public void open(int id) {
        if (open) {
            throw new IllegalStateException();
        }
        open = true;
        owner = id;
    }

    public void close(int id) {
        if (!open || id != owner) {
            throw new IllegalStateException();
        }
        open = false;
    }
}
