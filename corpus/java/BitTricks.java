// What the library offers on bits: counting them, finding the lowest, and a remainder that is never negative.
public class BitTricks {
    private long bits = 0L;

    public void low() {
        bits |= 1L << 40;
    }

    public void high() {
        bits |= 1L << 50;
    }

    public void drop() {
        if (Long.numberOfTrailingZeros(bits) != 40) {
            throw new IllegalStateException();
        }
        bits &= bits - 1;
    }

    public void both() {
        if (Math.floorMod(Long.bitCount(bits) - 3, 3) != 2) {
            throw new IllegalStateException();
        }
    }
}
