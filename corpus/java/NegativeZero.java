// Two zeros that are equal, told apart by division; and the remainder of doubles, which has the sign of the dividend.
public class NegativeZero {
    private double zero = 0.0;
    private double step = -3.5;

    public void negate() {
        zero = -zero;
        assert zero == 0.0;
    }

    public void ascend() {
        if (1.0 / zero < 0.0) {
            throw new IllegalStateException();
        }
    }

    public void reduce() {
        zero = (step % 2.0) + 1.5;
    }
}
