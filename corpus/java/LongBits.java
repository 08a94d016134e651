// A long whose low half is zero: compared as a whole and cut to an int.
public class LongBits {
    private long stamp = 0xFFFF_FFFFL;

    public void advance() {
        if (stamp > 0x1_0000_0000L) {
            throw new IllegalStateException();
        }
        stamp++;
    }

    public void old() {
        if (stamp >= 0x1_0000_0000L) {
            throw new IllegalStateException();
        }
    }

    public void aligned() {
        if ((int) stamp != 0) {
            throw new IllegalStateException();
        }
    }
}
