// The one quotient that overflows: the smallest int divided by -1 is itself.
public class DivisionEdge {
    private int value = Integer.MIN_VALUE;

    public void load() {
        value = 5;
    }

    public void flip() {
        value = value / -1;
        assert value % -1 == 0;
    }

    public void positive() {
        if (value <= 0) {
            throw new IllegalStateException();
        }
    }
}
