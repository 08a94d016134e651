// The greatest value so far, and a call that must repeat it exactly.
public class Peak {
    private int peak = Integer.MIN_VALUE;

    public void sample(int value) {
        if (value > peak) {
            peak = value;
        }
    }

    public void confirm(int value) {
        if (value != peak) {
            throw new IllegalArgumentException();
        }
    }
}
