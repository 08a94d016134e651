// A stack without a bound: pop is legal as often as push was called, which no finite automaton can count.
public class Stack {
    private int size = 0;

    public void push() {
        size++;
    }

    public void pop() {
        if (size == 0) {
            throw new IllegalStateException();
        }
        size--;
    }
}
