// Conversions there and back: a float does not hold every int, a double does, a byte does not hold every short.
public class ConversionChain {
    private boolean exact = false;

    public void viaFloat(int n) {
        exact = (int) (float) n == n;
    }

    public void viaDouble(int n) {
        exact = (int) (long) (double) n == n;
    }

    public void viaByte(long n) {
        exact = (byte) n == (short) n;
    }

    public void use() {
        if (!exact) {
            throw new IllegalStateException();
        }
    }
}
