// Another error that nobody wrote down: a reference that is null until init and after clear.
public class NullField {
    private Cell cell;

    public void init() {
        cell = new Cell();
    }

    public void put(int value) {
        cell.value = value;
    }

    public int get() {
        return cell.value;
    }

    public void clear() {
        cell = null;
    }

    private static final class Cell {
        int value;
    }
}
