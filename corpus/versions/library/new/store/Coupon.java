package store;

/** Is used once. */
public class Coupon {
    private boolean used;

    public void use() {
        if (used) {
            throw new IllegalStateException();
        }
        used = true;
    }
}
