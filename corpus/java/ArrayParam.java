// An array as a parameter: null, empty and a negative first element are errors, its length decides the rest.
public class ArrayParam {
    private int length = 0;

    public void load(int[] data) {
        if (data[0] < 0) {
            throw new IllegalArgumentException();
        }
        length = data.length;
    }

    public void first() {
        if (length < 1) {
            throw new IllegalStateException();
        }
    }

    public void second() {
        if (length < 2) {
            throw new IllegalStateException();
        }
    }
}
