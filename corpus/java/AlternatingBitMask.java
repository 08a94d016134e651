// The alternating bit taken with a mask: the lowest bit flips at every increment, at the overflow too.
public class AlternatingBitMask {
    private int expect = 0;
    private boolean pending = false;

    public void send(int p) {
        if (pending || (p & 1) != (expect & 1)) {
            throw new IllegalStateException();
        }
        pending = true;
    }

    public void ack(int p) {
        if (!pending || (p & 1) != (expect & 1)) {
            throw new IllegalStateException();
        }
        pending = false;
        expect++;
    }
}
