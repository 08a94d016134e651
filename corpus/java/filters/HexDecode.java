import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/** Reads pairs of hexadecimal digits, of either case, and writes their bytes. Anything else is refused. */
public class HexDecode {
    public static void decode(InputStream in, OutputStream out) throws IOException {
        int high;
        while ((high = in.read()) != -1) {
            int low = in.read();
            out.write(value(high) << 4 | value(low));
        }
    }

    private static int value(int digit) {
        if (digit >= '0' && digit <= '9') {
            return digit - '0';
        }
        int letter = digit | 0x20;
        if (digit > 0 && letter >= 'a' && letter <= 'f') {
            return letter - 'a' + 10;
        }
        throw new IllegalArgumentException("not a hexadecimal digit");
    }
}
