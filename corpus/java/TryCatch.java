// Exceptions that are caught inside are fine, one escapes; a finally block runs either way.
public class TryCatch {
    private boolean valid = false;
    private int quotient = 0;
    private int runs = 0;

    public void parse(int n) {
        try {
            check(n);
            valid = true;
        } catch (IllegalArgumentException e) {
            valid = false;
        }
    }

    public void compute(int n) {
        try {
            if (n > 100) {
                throw new IllegalStateException();
            }
            quotient = 100 / n;
            valid = true;
        } catch (ArithmeticException e) {
            valid = false;
        } finally {
            runs++;
        }
    }

    public void use() {
        if (!valid) {
            throw new IllegalStateException();
        }
    }

    private void check(int n) {
        if (n < 0) {
            throw new IllegalArgumentException();
        }
    }
}
