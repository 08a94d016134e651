// What one register holds moves to another: a value may be taken out in the order in which it came, two at most.
public class TwoSlots {
    private int count;
    private long first;
    private long second;

    public void put(long value) {
        if (count == 2) {
            throw new IllegalStateException();
        }
        if (count == 0) {
            first = value;
        } else {
            second = value;
        }
        count++;
    }

    public void take(long value) {
        if (count == 0 || value != first) {
            throw new IllegalStateException();
        }
        first = second;
        count--;
    }
}
