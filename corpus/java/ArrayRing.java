// State in an int array: a ring buffer of three slots, of which only the number of full ones can be seen.
public class ArrayRing {
    private final int[] full = new int[3];
    private int first = 0;
    private int next = 0;

    public void put() {
        if (full[next] != 0) {
            throw new IllegalStateException();
        }
        full[next] = 1;
        next = (next + 1) % full.length;
    }

    public void take() {
        if (full[first] == 0) {
            throw new IllegalStateException();
        }
        full[first]--;
        first = (first + 1) % full.length;
    }
}
