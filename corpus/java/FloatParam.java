// A floating-point parameter: what is not a number is not at most zero.
public class FloatParam {
    private int scaled = 0;

    public void scale(float factor) {
        if (factor <= 0.0f) {
            throw new IllegalArgumentException();
        }
        scaled = (int) (100.0f * factor);
    }

    public void reset() {
        scaled = 0;
    }
}
