// Arithmetic, shifts and bits of longs: a sequence of six numbers, of which three keep their sign when shifted.
public class LongMath {
    private long value = 0L;

    public void step() {
        long scaled = value * 3L;
        long next = scaled + 1L;
        value = next % 7L;
        assert (float) value < 7.0f;
    }

    public void low() {
        long shifted = value << 61;
        assert shifted >>> 61 == value;
        assert -(value ^ -1L) - 1L == value;
        assert value / 2L * 2L + (value & 1L) == value;
        if (shifted >> 61 != value) {
            throw new IllegalStateException();
        }
    }
}
