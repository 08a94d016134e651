import java.util.Arrays;

public class Arrays1 {
    public static int ints(int n) {
        int[] a = new int[5];
        a[n] = 7;
        return a[n] + a.length;
    }

    public static int negative(int n) {
        return new long[n].length;
    }

    public static int bytes(int n) {
        byte[] a = {1, -2, 3};
        boolean[] b = new boolean[3];
        b[1] = n > 0;
        a[2] = (byte) (n * 1000);
        return a[2] * 10 + (b[1] ? 1 : 0) + a[1];
    }

    public static int chars(int n) {
        char[] c = {'a', 'b'};
        short[] s = {1, 2};
        c[0] = (char) (n - 70000);
        s[1] = (short) (n * 70001);
        return c[0] * 7 + s[1];
    }

    public static long longs(long n) {
        long[] l = {1L << 40, n};
        return l[0] ^ l[1];
    }

    public static double doubles(double x) {
        double[] d = {x, 2 * x};
        float[] f = {(float) x, 1.5f};
        return d[1] + f[0] * f[1];
    }

    public static int nested(int n) {
        int[][][] a = new int[2][n][];
        int[][] b = new int[3][n];
        int sum = a[1].length * 100;
        for (int[] row : b) sum += row.length;
        if (n > 0) a[0][0] = new int[4];
        return n > 0 ? sum + a[0][0].length + (a[1][0] == null ? 1000 : 0) : sum;
    }

    public static int nothingNested(int n) {
        return new int[0][n].length;
    }

    public static int store(int n) {
        Object[] a = n > 0 ? new String[2] : new Object[2];
        a[0] = null;
        a[1] = "text";
        a[0] = Integer.valueOf(n);
        return a.length;
    }

    public static int nulls(int n) {
        int[] a = n > 0 ? new int[3] : null;
        return a.length;
    }

    public static int copy(int n) {
        int[] a = {1, 2, 3, 4, 5};
        System.arraycopy(a, 0, a, n, 3);
        return Arrays.hashCode(a);
    }

    public static int copyReferences(int n) {
        Object[] a = {"a", "b", n, "c"};
        String[] b = new String[4];
        try {
            System.arraycopy(a, 0, b, 0, 4);
            return 1;
        } catch (ArrayStoreException e) {
            return (b[1] == null ? 10 : 20) + (b[2] == null ? 1 : 2);
        }
    }

    public static int copyOther(int n) {
        Object from = n > 0 ? new int[2] : new Object();
        System.arraycopy(from, 0, new long[2], 0, 1);
        return 0;
    }

    public static int copyNull(int n) {
        System.arraycopy(new int[2], 0, null, 0, 1);
        return 0;
    }

    public static int copyFar(int n) {
        System.arraycopy(new int[2], n, new int[2], 1, Integer.MAX_VALUE);
        return 0;
    }

    public static int clones(int n) {
        int[][] a = {{1, n}, {3}};
        int[][] b = a.clone();
        b[0][1]++;
        b[1] = null;
        return a[0][1] * 10 + a[1].length;
    }

    public static int sorted(int n) {
        int[] a = {5, n, 3, -2, 9, 1};
        Arrays.sort(a);
        return Arrays.hashCode(a) + Arrays.binarySearch(a, 3);
    }

    public static int sortedObjects(int n) {
        String[] a = {"pear", "fig", "apple", "kiwi" + n};
        Arrays.sort(a);
        return String.join(",", a).hashCode();
    }

    public static int filled(int n) {
        byte[] a = new byte[20];
        Arrays.fill(a, (byte) n);
        byte[] b = Arrays.copyOf(a, 30);
        return (Arrays.equals(a, b) ? 1 : 0) + Arrays.hashCode(b) + Arrays.mismatch(a, b);
    }

    public static int copyOfStrings(int n) {
        String[] a = Arrays.copyOf(new String[] {"x", "y"}, n);
        return a.length + (a instanceof String[] ? 100 : 0) + Arrays.toString(a).hashCode();
    }

    public static int typed(int n) {
        Object o = n > 0 ? new int[2][] : new String[1];
        return (o instanceof Object[] ? 1 : 0) + (o instanceof int[][] ? 2 : 0) + (o instanceof CharSequence[] ? 4 : 0);
    }
}
