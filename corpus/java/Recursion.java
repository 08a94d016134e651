// A method that calls itself, with a bound that was checked before.
public class Recursion {
    private int value = 0;

    public void load(int n) {
        if (n < 0 || n > 4) {
            throw new IllegalArgumentException();
        }
        value = factorial(n);
    }

    public void use() {
        if (value != 6) {
            throw new IllegalStateException();
        }
    }

    private static int factorial(int n) {
        return n == 0 ? 1 : n * factorial(n - 1);
    }
}
