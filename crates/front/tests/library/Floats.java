public class Floats {
    public static int compare(double a, double b) {
        int r = 0;
        if (a < b) r |= 1;
        if (a <= b) r |= 2;
        if (a > b) r |= 4;
        if (a >= b) r |= 8;
        if (a == b) r |= 16;
        if (a != b) r |= 32;
        if (!(a < b)) r |= 64;
        if (!(a >= b)) r |= 128;
        return r;
    }

    public static int compareFloats(float a, float b) {
        int r = 0;
        if (a < b) r |= 1;
        if (a <= b) r |= 2;
        if (a > b) r |= 4;
        if (a >= b) r |= 8;
        boolean x = a < b, y = a >= b;
        return r * 4 + (x ? 1 : 0) + (y ? 2 : 0);
    }

    public static boolean less(double a, double b) {
        return !(a < b);
    }

    public static double arithmetic(double a, double b) {
        return -a * b + a / b - b % a;
    }

    public static float floats(float a, float b) {
        return a % b + (-b) * 3f - a / 7;
    }

    public static int toInt(double a) {
        return (int) a;
    }

    public static long toLong(float a) {
        return (long) a;
    }

    public static int narrow(float a) {
        return (byte) a + (char) a * 3 + (short) a;
    }

    public static double fromLong(long a) {
        return (double) a + (float) a;
    }

    public static float both(double a, float b) {
        return (float) a + (float) (double) b;
    }

    public static double library(double a) {
        return Math.abs(a) + Math.max(a, 2.5) + Math.min(a, -1.0);
    }

    public static double root(double a) {
        return Math.sqrt(a) + Math.abs(a);
    }

    public static int compareBoxed(double a, double b) {
        return Double.compare(a, b) * 2 + Float.compare((float) a, (float) b);
    }

    public static boolean isNaN(double a) {
        return Double.isNaN(a) || Double.isInfinite(a);
    }

    public static long round(double a) {
        return Math.round(a + 0.25) + (long) Math.floor(a) * 3 + (long) Math.ceil(a);
    }

    public static int text(int n) {
        return ("" + (n / 3.0) + (n * 0.1f)).hashCode();
    }

    public static int parse(int n) {
        return (int) (Double.parseDouble(n + ".25") * 100);
    }

    public static double loop(int n) {
        double sum = 0;
        for (double x = 0.5; x < 10 && sum < 100; x += 0.75) sum += x * n;
        return sum;
    }
}
