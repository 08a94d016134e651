// A parameter of a type that is not supported: only what scale answers is unknown.
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
