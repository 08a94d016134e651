// Errors that nobody wrote down: an index out of bounds and an array of negative size.
public class ArrayBounds {
    private int[] items = {};

    public void resize(int size) {
        if (size > 2) {
            throw new IllegalArgumentException();
        }
        items = new int[size];
    }

    public int get(int index) {
        return items[index];
    }
}
