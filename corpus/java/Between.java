// Two values are remembered together: what is put must lie between them.
public class Between {
    private int low;
    private int high;
    private boolean set;

    public void limit(int low, int high) {
        if (low > high) {
            throw new IllegalArgumentException();
        }
        this.low = low;
        this.high = high;
        set = true;
    }

    public void put(int value) {
        if (!set || value < low || value > high) {
            throw new IllegalArgumentException();
        }
    }
}
