// The small integer types: a byte whose values fall into three classes, a short with a hole at zero.
public class ByteMode {
    private byte mode = 0;
    private short position = 0;

    public void setMode(byte mode) {
        if (mode < 0 || mode > 3) {
            throw new IllegalArgumentException();
        }
        this.mode = mode;
    }

    public void tune(short step) {
        if (mode == 0 || step == 0 || step < -1000 || step > 1000) {
            throw new IllegalStateException();
        }
        position += step;
    }
}
