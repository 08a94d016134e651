package store;

/** Counts what is read. */
public class Meter {
    private int total;

    public void add(int amount) {
        if (amount < 0) {
            throw new IllegalArgumentException("amount");
        }
        total = Math.addExact(total, amount);
    }
}
