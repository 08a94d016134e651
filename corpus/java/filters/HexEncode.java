import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/** Writes each byte as two hexadecimal digits, letters small. */
public class HexEncode {
    private static final byte[] DIGITS = {
        '0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f'
    };

    public static void encode(InputStream in, OutputStream out) throws IOException {
        int b;
        while ((b = in.read()) != -1) {
            out.write(DIGITS[b >> 4]);
            out.write(DIGITS[b & 15]);
        }
    }
}
