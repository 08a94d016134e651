package $model.stream;

import java.io.StringWriter;

/** In place of StringWriter. */
final class TextWriter extends StringWriter {
    /** Whether what is written here is what the filter gives; the machine sets it where the writer is made. */
    private boolean writes;
    private final Builder to;

    TextWriter() {
        to = writes ? Builder.writing(true) : new Shared();
    }

    TextWriter(int size) {
        try {
            Tape.room(size);
        } catch (NegativeArraySizeException negative) {
            throw new IllegalArgumentException();
        }
        to = writes ? Builder.writing(true) : new Shared();
    }

    @Override
    public void write(int c) {
        to.append((char) c);
    }

    @Override
    public void write(char[] text, int from, int count) {
        int length = Tape.size(text, Tape.isInput(text) ? 0 : text.length);
        if (from < 0 || count < 0 || from > length - count) {
            throw new IndexOutOfBoundsException();
        }
        to.append(text, from, count);
    }

    /** Its superclass writes characters by this one. */
    @Override
    public void write(char[] text) {
        write(text, 0, Tape.size(text, Tape.isInput(text) ? 0 : text.length));
    }

    @Override
    public void write(String text) {
        to.append(text);
    }

    @Override
    public void write(String text, int from, int count) {
        to.append(text, from, from + count);
    }

    @Override
    public StringWriter append(CharSequence text) {
        to.append(text);
        return this;
    }

    @Override
    public StringWriter append(CharSequence text, int from, int to) {
        CharSequence real = text == null ? "null" : text;
        Texts.check(from, to, Texts.length(real));
        this.to.append(real, from, to);
        return this;
    }

    @Override
    public StringWriter append(char c) {
        to.append(c);
        return this;
    }

    @Override
    public String toString() {
        return to.toString();
    }

    @Override
    public StringBuffer getBuffer() {
        throw Tape.reads();
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
}
