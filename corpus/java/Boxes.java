// Boxed numbers: up to 127 equal ones are the same object, from 128 on they are not.
public class Boxes {
    private Integer count = 126;

    public void up() {
        if (count == 128) {
            throw new IllegalStateException();
        }
        count++;
    }

    public void same() {
        Integer other = count.intValue();
        if (count != other) {
            throw new IllegalStateException();
        }
    }

    public void equal() {
        Integer other = count.intValue();
        if (!count.equals(other) || count.equals(other.longValue())) {
            throw new IllegalStateException();
        }
    }
}
