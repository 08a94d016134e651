// A counter that never repeats a state: true for ever over mathematical integers, not over Java's (see below).
//
// After 2^31 acknowledged messages expect overflows. From there on expect % 2 is -1 where it used to be 1, because
// Java's remainder has the sign of the dividend, and an odd message is legal only if it is negative. So the interface
// with six states holds for the first four billion calls, yet it is not true of all call sequences.
public class AlternatingBit {
    private int expect = 0;
    private boolean pending = false;

    public void send(int p) {
        if (pending || p % 2 != expect % 2) {
            throw new IllegalStateException();
        }
        pending = true;
    }

    public void ack(int p) {
        if (!pending || p % 2 != expect % 2) {
            throw new IllegalStateException();
        }
        pending = false;
        expect = expect + 1;
    }
}
