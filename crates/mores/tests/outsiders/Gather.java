import java.io.IOException;
import java.io.Reader;

/** Reads all that somebody's reader has, and wants no `A` in it. */
public class Gather {
    private final Reader in;
    private int seen;
    private boolean ended;

    public Gather(Reader in) {
        if (in == null) {
            throw new IllegalArgumentException();
        }
        this.in = in;
    }

    public void all() throws IOException {
        if (ended) {
            throw new IllegalStateException();
        }
        int symbol;
        while ((symbol = in.read()) >= 0) {
            if (symbol == 'A') {
                throw new IllegalStateException();
            }
            seen = symbol == 0 ? 0 : 1;
        }
        ended = seen == 0;
    }

    public void again() {
        ended = false;
    }
}
