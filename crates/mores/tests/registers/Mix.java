/** Guards that speak of a register in one alternative and not in the other. */
public class Mix {
    private int key;
    private boolean has;

    public void set(int v) {
        if (v < 0) throw new IllegalArgumentException();
        if (has && v == key) throw new IllegalStateException();
        key = v;
        has = true;
    }

    public void use(int v) {
        if (!has) throw new IllegalStateException();
        if (v != key && v < 100) throw new IllegalArgumentException();
    }
}
