import java.io.IOException;
import java.io.Reader;

/** Reads from somebody's reader until that has nothing more. */
public class Feed {
    private final Reader in;
    private boolean ended;
    private boolean closed;

    public Feed(Reader in) {
        if (in == null) {
            throw new IllegalArgumentException();
        }
        this.in = in;
    }

    public int next() throws IOException {
        if (closed || ended) {
            throw new IllegalStateException();
        }
        int symbol = in.read();
        ended = symbol < 0;
        return symbol;
    }

    public void close() throws IOException {
        if (!closed) {
            closed = true;
            in.close();
        }
    }
}
