// Shifts: only the low five bits of the distance count, and both kinds of shift to the right.
public class Shifts {
    private int bits = 0;

    public void set(int distance) {
        bits = 1 << distance;
    }

    public void fold() {
        bits = bits >>> 31;
    }

    public void smear() {
        bits = bits >> 31;
    }

    public void one() {
        if (bits != 1) {
            throw new IllegalStateException();
        }
    }

    public void negative() {
        if (bits >= 0) {
            throw new IllegalStateException();
        }
    }
}
