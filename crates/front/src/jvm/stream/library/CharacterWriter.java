package $model.stream;

import java.io.Writer;

/** The output as a stream of characters. */
final class CharacterWriter extends Writer {
    private boolean closed;

    private void check() {
        if (closed) {
            throw Tape.closed();
        }
    }

    @Override
    public void write(int c) {
        check();
        Tape.out(c);
    }

    @Override
    public void write(char[] text) {
        write(text, 0, Tape.size(text, Tape.isInput(text) ? 0 : text.length));
    }

    @Override
    public void write(char[] text, int from, int count) {
        check();
        if (Tape.isInput(text)) {
            if (from < 0 || count < 0 || from > Tape.length() - count) {
                throw new IndexOutOfBoundsException();
            }
            Tape.copy(from, from + count);
            return;
        }
        if (text == null && (from < 0 || count < 0)) {
            // Which of the two is complained of is not the same everywhere.
            throw Tape.whole();
        }
        int length = text.length;
        if (from < 0 || count < 0 || from > length - count) {
            throw new IndexOutOfBoundsException();
        }
        for (int i = from; i < from + count; i++) {
            Tape.out(text[i]);
        }
    }

    /** Some writers write "null" where nothing is given, others complain. */
    @Override
    public void write(String text) {
        check();
        if (text == null) {
            throw Tape.whole();
        }
        Texts.write(text, 0, Texts.length(text));
    }

    @Override
    public void write(String text, int from, int count) {
        check();
        if (text == null) {
            throw Tape.whole();
        }
        if (from < 0 || count < 0 || from > Texts.length(text) - count) {
            throw new IndexOutOfBoundsException();
        }
        Texts.write(text, from, from + count);
    }

    @Override
    public Writer append(char c) {
        check();
        Tape.out(c);
        return this;
    }

    @Override
    public Writer append(CharSequence text) {
        check();
        CharSequence real = text == null ? "null" : text;
        Texts.write(real, 0, Texts.length(real));
        return this;
    }

    @Override
    public Writer append(CharSequence text, int from, int to) {
        check();
        Texts.write(text == null ? "null" : text, from, to);
        return this;
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
        closed = true;
    }
}
