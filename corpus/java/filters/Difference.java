import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/** Writes of each byte how far it is from the one before, modulo 256; the first from zero. */
public class Difference {
    public static void filter(InputStream in, OutputStream out) throws IOException {
        byte previous = 0;
        int read = in.read();
        while (read != -1) {
            byte current = (byte) read;
            out.write(current - previous);
            previous = current;
            read = in.read();
        }
    }
}
