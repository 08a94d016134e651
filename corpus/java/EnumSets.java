// An EnumSet: bits in a long inside the library.
import java.util.EnumSet;

public class EnumSets {
    private enum Right { READ, WRITE }

    private EnumSet<Right> rights = EnumSet.noneOf(Right.class);

    public void allowReading() {
        rights.add(Right.READ);
    }

    public void allowAll() {
        rights.addAll(EnumSet.allOf(Right.class));
    }

    public void invert() {
        rights = EnumSet.complementOf(rights);
    }

    public void read() {
        require(Right.READ);
    }

    public void write() {
        require(Right.WRITE);
    }

    private void require(Right right) {
        if (!rights.contains(right)) {
            throw new IllegalStateException();
        }
    }
}
