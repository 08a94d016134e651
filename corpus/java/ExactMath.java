// Arithmetic of the library that throws instead of wrapping.
public class ExactMath {
    private int total = Integer.MAX_VALUE - 2;

    public void add() {
        total = Math.addExact(total, 1);
    }

    public void reset() {
        total = Integer.MAX_VALUE - 2;
    }
}
