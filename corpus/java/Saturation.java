// A double that does not fit an int becomes the nearest int, NaN becomes 0, the rest loses its fraction.
public class Saturation {
    private int position = 0;

    public void move(double to) {
        position = (int) to;
    }

    public void top() {
        if (position != Integer.MAX_VALUE) {
            throw new IllegalStateException();
        }
    }

    public void bottom() {
        if (position != Integer.MIN_VALUE) {
            throw new IllegalStateException();
        }
    }

    public void home() {
        if (position != 0) {
            throw new IllegalStateException();
        }
    }
}
