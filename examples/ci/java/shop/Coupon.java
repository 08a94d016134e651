package shop;

/** A coupon can be used once, and only while it is valid. */
public class Coupon {
    private static final int PERCENT_AT_MOST = 50;

    private boolean used;
    private boolean expired;

    public Coupon(int percent) {
        if (percent < 1 || percent > PERCENT_AT_MOST) {
            throw new IllegalArgumentException("no such coupon");
        }
    }

    public void use() {
        if (used || expired) {
            throw new IllegalStateException("the coupon is worth nothing");
        }
        used = true;
    }

    public void expire() {
        expired = true;
    }
}
