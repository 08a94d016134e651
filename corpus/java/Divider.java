// An error that nobody wrote down: division by zero, by a field and by a parameter.
public class Divider {
    private int divisor = 0;
    private int result = 0;

    public void setDivisor(int divisor) {
        this.divisor = divisor;
    }

    public void divide(int n) {
        result = n / divisor;
    }

    public void percentOf(int n) {
        result = 100 % n;
    }
}
