package store;

/** A stack of at most two numbers. */
public class Stack2 {
    private final int[] numbers = new int[2];
    private int size;

    public void push(int number) {
        if (size == numbers.length) {
            throw new IllegalStateException("full");
        }
        numbers[size++] = number;
    }

    public int pop() {
        if (size == 0) {
            throw new IllegalStateException("empty");
        }
        return numbers[--size];
    }
}
