import java.io.IOException;
import java.io.Reader;
import java.io.Writer;

/** Small letters become capitals; reads and writes in blocks. */
public class UpperBlocks {
    public static void convert(Reader in, Writer out) throws IOException {
        char[] block = new char[64];
        for (int n = in.read(block); n >= 0; n = in.read(block)) {
            for (int i = 0; i < n; i++) {
                if (block[i] >= 'a' && block[i] <= 'z') {
                    block[i] -= 'a' - 'A';
                }
            }
            out.write(block, 0, n);
        }
    }
}
