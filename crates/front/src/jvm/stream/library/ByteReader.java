package $model.stream;

import java.io.InputStream;

/** The input as a stream of bytes. */
final class ByteReader extends InputStream {
    private int at;
    private boolean closed;

    @Override
    public int read() {
        if (closed) {
            throw Tape.closed();
        }
        return at < Tape.length() ? Tape.symbol(at++) : -1;
    }

    @Override
    public int read(byte[] into) {
        return read(into, 0, into.length);
    }

    /** A stream may give less than there is room for, and how much this one gives the machine says. */
    @Override
    public int read(byte[] into, int from, int count) {
        if (closed) {
            throw Tape.closed();
        }
        if (into == null && (from < 0 || count < 0)) {
            // Which of the two is complained of is not the same everywhere.
            throw Tape.whole();
        }
        int room = into.length;
        if (from < 0 || count < 0 || from > room - count) {
            throw new IndexOutOfBoundsException();
        }
        if (count == 0) {
            // At the end some streams say so even to somebody who wants nothing.
            if (at < Tape.length()) {
                return 0;
            }
            throw Tape.whole();
        }
        int read = read();
        if (read < 0) {
            return -1;
        }
        into[from] = (byte) read;
        int given = 1;
        int most = Tape.most();
        while (given < most && given < count && at < Tape.length()) {
            into[from + given] = (byte) Tape.symbol(at++);
            given++;
        }
        return given;
    }

    /** How far a stream skips at once, and whether it can go back, is its own business. */
    @Override
    public long skip(long count) {
        throw Tape.whole();
    }

    @Override
    public boolean markSupported() {
        throw Tape.whole();
    }

    @Override
    public void mark(int limit) {
        throw Tape.whole();
    }

    @Override
    public void reset() {
        throw Tape.whole();
    }

    @Override
    public int available() {
        throw Tape.whole();
    }

    @Override
    public void close() {
        closed = true;
    }
}
