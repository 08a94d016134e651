// Arrays of long and double, with sums that an int could not hold.
public class WideArrays {
    private final long[] totals = new long[2];
    private final double[] weights = {0.5, 0.25};
    private int turn = 0;

    public void deposit() {
        if (totals[0] + totals[1] >= 9_000_000_000L) {
            throw new IllegalStateException();
        }
        totals[turn] += 3_000_000_000L;
        turn = 1 - turn;
    }

    public void weigh() {
        if (totals[0] * weights[0] + totals[1] * weights[1] != 2.25e9) {
            throw new IllegalStateException();
        }
        totals[0] = totals[1] = 0L;
        turn = 0;
    }
}
