// Switches with negative and with far apart keys, the smallest and the largest int among them.
public class SparseSwitch {
    private int floor = 0;

    public void call(int code) {
        switch (code) {
            case Integer.MIN_VALUE:
                floor = -1;
                break;
            case -1000:
                floor = 0;
                break;
            case Integer.MAX_VALUE:
                floor = 1;
                break;
            default:
                throw new IllegalArgumentException();
        }
    }

    public void up() {
        switch (floor) {
            case -1:
            case 0:
                floor++;
                break;
            case 1:
                throw new IllegalStateException();
            default:
                throw new AssertionError();
        }
    }

    public void dig() {
        if (floor != -1) {
            throw new IllegalStateException();
        }
    }
}
