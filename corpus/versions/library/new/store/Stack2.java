package store;

/** A stack of at most two numbers. */
public class Stack2 {
    private int lower;
    private int upper;
    private int size;

    public void push(int number) {
        switch (size) {
            case 0 -> lower = number;
            case 1 -> upper = number;
            default -> throw new IllegalStateException("full");
        }
        size++;
    }

    public int pop() {
        switch (size) {
            case 1:
                size = 0;
                return lower;
            case 2:
                size = 1;
                return upper;
            default:
                throw new IllegalStateException("empty");
        }
    }
}
