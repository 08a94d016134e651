package $model.stream;

import java.io.OutputStream;

/** The output as a stream of bytes. */
final class ByteWriter extends OutputStream {
    private boolean closed;

    private void check() {
        if (closed) {
            throw Tape.closed();
        }
    }

    @Override
    public void write(int b) {
        check();
        Tape.out(b);
    }

    @Override
    public void write(byte[] bytes) {
        write(bytes, 0, Tape.size(bytes, Tape.isInput(bytes) ? 0 : bytes.length));
    }

    @Override
    public void write(byte[] bytes, int from, int count) {
        check();
        if (Tape.isInput(bytes)) {
            if (from < 0 || count < 0 || from > Tape.length() - count) {
                throw new IndexOutOfBoundsException();
            }
            Tape.copy(from, from + count);
            return;
        }
        if (bytes == null && (from < 0 || count < 0)) {
            // Which of the two is complained of is not the same everywhere.
            throw Tape.whole();
        }
        int length = bytes.length;
        if (from < 0 || count < 0 || from > length - count) {
            throw new IndexOutOfBoundsException();
        }
        for (int i = from; i < from + count; i++) {
            Tape.out(bytes[i]);
        }
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
        closed = true;
    }
}
