// Doubles in locals and as results; cut to a float, a sum loses what only a double holds.
public class DoubleLocals {
    private double value = 1.0;

    public void nudge() {
        exact();
        double small = 1e-9;
        double twice = small + small;
        double up = sum(value, twice);
        value = up - small;
    }

    public void round() {
        value = (float) value;
    }

    public void exact() {
        if (value != 1.0) {
            throw new IllegalStateException();
        }
    }

    private static double sum(double a, double b) {
        return a + b;
    }
}
