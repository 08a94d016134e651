// Consecutive numbers: each call must bring the number after the last one, which wraps around.
public class Sequence {
    private boolean begun;
    private int last;

    public void begin(int number) {
        if (begun) {
            throw new IllegalStateException();
        }
        begun = true;
        last = number;
    }

    public void next(int number) {
        if (!begun || number != last + 1) {
            throw new IllegalStateException();
        }
        last = number;
    }
}
