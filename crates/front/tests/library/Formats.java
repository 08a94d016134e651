import java.nio.charset.StandardCharsets;
import java.util.*;

public class Formats {
    public static int plain(int n) {
        return String.format("%s is %b, %c%%", "x" + n, n > 0, 'c').hashCode();
    }

    public static int thrown(int n) {
        if (n > 0) throw new IllegalStateException(String.format("%d of %5.2f", n, 1.5));
        return 1;
    }

    public static int asked(int n) {
        Object o = new Object() { @Override public String toString() { throw new UnsupportedOperationException(); } };
        return String.format("%8s", o) == null ? 1 : 2;
    }

    public static boolean fresh(int n) {
        return String.format("%d", n) == String.format("%d", n);
    }

    public static int outside(int n) {
        try {
            return new ArrayList<>(List.of("a")).get(n).length();
        } catch (IndexOutOfBoundsException e) {
            return e.getMessage() == null ? -1 : -2;
        }
    }

    public static int roots(int n) {
        return ("Title" + n).toUpperCase(Locale.ROOT).hashCode() + "ABC".toLowerCase(Locale.ROOT).hashCode();
    }

    public static int encoded(int n) {
        byte[] b = ("\u00e4b\u4f60" + n).getBytes(StandardCharsets.UTF_8);
        return Arrays.hashCode(b) + new String(b, StandardCharsets.UTF_8).hashCode();
    }

    public static int latin(int n) {
        return Arrays.hashCode(("\u00e4b" + n).getBytes(StandardCharsets.ISO_8859_1))
            + Arrays.hashCode(("ab" + n).getBytes(StandardCharsets.US_ASCII));
    }
}
