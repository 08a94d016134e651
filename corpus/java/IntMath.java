// Arithmetic without state, checked: what is an error depends on the arguments alone (after Guava's IntMath, Howar
// et al. 2013, Mues et al. 2016). Tables, longs, shifts, loops, a square root, and a rounding mode of the JDK.
import java.math.RoundingMode;

public class IntMath {
    private static final int[] FACTORIALS = {
        1, 1, 2, 6, 24, 120, 720, 5040, 40320, 362880, 3628800, 39916800, 479001600
    };
    private static final int[] POWERS_OF_TEN = {
        1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000, 1000000000
    };

    public boolean isPowerOfTwo(int x) {
        return x > 0 && (x & (x - 1)) == 0;
    }

    public int log2(int x) {
        requirePositive(x);
        return (Integer.SIZE - 1) - Integer.numberOfLeadingZeros(x);
    }

    public int log10(int x) {
        requirePositive(x);
        int digits = 0;
        for (int i = 1; i < POWERS_OF_TEN.length; i++) {
            if (x >= POWERS_OF_TEN[i]) {
                digits = i;
            }
        }
        return digits;
    }

    public int sqrt(int x) {
        if (x < 0) {
            throw new IllegalArgumentException();
        }
        return (int) Math.sqrt(Math.abs(x));
    }

    public int mod(int x, int m) {
        if (m <= 0) {
            throw new ArithmeticException();
        }
        int result = x % m;
        return result >= 0 ? result : result + m;
    }

    public int factorial(int n) {
        if (n < 0) {
            throw new IllegalArgumentException();
        }
        return n < FACTORIALS.length ? FACTORIALS[n] : Integer.MAX_VALUE;
    }

    public int checkedAdd(int a, int b) {
        return narrow((long) a + b);
    }

    public int divide(int p, int q, RoundingMode mode) {
        int remainder = p % q;
        if (remainder == 0) {
            mode.name();
            return p / q;
        }
        int sign = 1 | ((p ^ q) >> (Integer.SIZE - 1));
        boolean away;
        switch (mode) {
            case UNNECESSARY:
                throw new ArithmeticException();
            case DOWN:
                away = false;
                break;
            case UP:
                away = true;
                break;
            case CEILING:
                away = sign > 0;
                break;
            case FLOOR:
                away = sign < 0;
                break;
            default:
                away = magnitude(remainder) >= magnitude(q) - magnitude(remainder);
        }
        return away ? p / q + sign : p / q;
    }

    private static long magnitude(int x) {
        long sign = x >> (Integer.SIZE - 1);
        return (x ^ sign) - sign;
    }

    private static void requirePositive(int x) {
        if (x <= 0) {
            throw new IllegalArgumentException();
        }
    }

    private static int narrow(long wide) {
        if ((int) wide != wide) {
            throw new ArithmeticException();
        }
        return (int) wide;
    }
}
