// Methods of one name, told apart by the types of their parameters.
public class Overloads {
    private int kind = 0;

    public void put(int value) {
        kind = 1;
    }

    public void put(long value) {
        kind = 2;
    }

    public void put(boolean value) {
        require(kind == 1);
    }

    public void put() {
        require(kind == 2);
    }

    public void put(char value) {
        put((int) value);
    }

    public void put(short first, byte second) {
        put(first + (long) second);
    }

    private static void require(boolean legal) {
        if (!legal) {
            throw new IllegalStateException();
        }
    }
}
