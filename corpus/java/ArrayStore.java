// The store check of arrays: what may be put into an Object[] depends on what it was made as.
public class ArrayStore {
    private Object[] shelf = new Integer[1];

    public void forNumbers() {
        shelf = new Integer[1];
    }

    public void forTexts() {
        shelf = new String[1];
    }

    public void forAll() {
        shelf = new Object[1];
    }

    public void put(boolean text) {
        shelf[0] = text ? "seven" : (Object) 7;
    }
}
