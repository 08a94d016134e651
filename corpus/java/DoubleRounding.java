// Doubles are rounded: three times 0.1 is not 0.3, five times 0.1 is 0.5.
public class DoubleRounding {
    private double sum = 0.0;

    public void add() {
        if (sum >= 0.65) {
            throw new IllegalStateException();
        }
        sum += 0.1;
    }

    public void settle() {
        if (sum != 0.3 && sum != 0.5) {
            throw new IllegalStateException();
        }
        sum = 0.0;
    }
}
