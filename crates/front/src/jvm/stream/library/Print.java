package $model.stream;

import java.io.PrintStream;

/**
 * Standard output, or a PrintStream that a filter is given. Bytes that are written one by one stay in a buffer until a line
 * ends, something else is printed, or somebody flushes.
 */
final class Print extends PrintStream {
    private boolean closed;
    /** Whether something was tried after it was closed. */
    private boolean trouble;
    /** Whether the buffer of standard output holds something. */
    private boolean pending;

    private Print() {
        super(new ByteWriter());
    }

    boolean isPending() {
        return pending;
    }

    /** What is written to a closed stream is gone, and nobody complains. */
    private boolean isClosed() {
        if (closed) {
            trouble = true;
        }
        return closed;
    }

    private void out(int symbol) {
        Tape.out(symbol);
        pending = false;
    }

    @Override
    public void write(int b) {
        if (isClosed()) {
            return;
        }
        Tape.out(b);
        pending = b != '\n';
    }

    @Override
    public void write(byte[] bytes) {
        write(bytes, 0, Tape.size(bytes, Tape.isInput(bytes) ? 0 : bytes.length));
    }

    /** Not all versions of the JDK have it. */
    public void writeBytes(byte[] bytes) {
        write(bytes);
    }

    /** What is thrown for a wrong range depends on the stream below. */
    @Override
    public void write(byte[] bytes, int from, int count) {
        if (isClosed()) {
            return;
        }
        int length = Tape.size(bytes, Tape.isInput(bytes) ? 0 : bytes.length);
        if (from < 0 || count < 0 || from > length - count) {
            throw Tape.whole();
        }
        if (Tape.isInput(bytes)) {
            Tape.copy(from, from + count);
        } else {
            for (int i = from; i < from + count; i++) {
                Tape.out(bytes[i]);
            }
        }
        pending = false;
    }

    /** Which bytes other characters become depends on where the program runs. */
    private void character(char c) {
        if (c >= 128) {
            throw Tape.whole();
        }
        out(c);
    }

    private void text(CharSequence text) {
        int length = Texts.length(text);
        for (int i = 0; i < length; i++) {
            character(Texts.charAt(text, i));
        }
    }

    private void number(long value) {
        if (value == Long.MIN_VALUE) {
            text("-9223372036854775808");
            return;
        }
        long rest = value;
        if (rest < 0) {
            character('-');
            rest = -rest;
        }
        if (rest >= 10) {
            number(rest / 10);
            rest %= 10;
        }
        character((char) ('0' + rest));
    }

    /** How lines end depends on where the program runs. */
    private void line() {
        character('\n');
    }

    @Override
    public void print(char c) {
        if (!isClosed()) {
            character(c);
        }
    }

    @Override
    public void print(String text) {
        if (!isClosed()) {
            text(text == null ? "null" : text);
        }
    }

    @Override
    public void print(Object any) {
        print(String.valueOf(any));
    }

    @Override
    public void print(boolean value) {
        print(value ? "true" : "false");
    }

    @Override
    public void print(int value) {
        print((long) value);
    }

    @Override
    public void print(long value) {
        if (!isClosed()) {
            number(value);
        }
    }

    @Override
    public void print(float value) {
        throw Tape.whole();
    }

    @Override
    public void print(double value) {
        throw Tape.whole();
    }

    @Override
    public void print(char[] text) {
        if (isClosed()) {
            return;
        }
        if (Tape.isInput(text)) {
            text(Tape.text());
            return;
        }
        for (char c : text) {
            character(c);
        }
    }

    @Override
    public void println() {
        if (!isClosed()) {
            line();
        }
    }

    @Override
    public void println(char c) {
        print(c);
        println();
    }

    @Override
    public void println(String text) {
        print(text);
        println();
    }

    @Override
    public void println(Object any) {
        println(String.valueOf(any));
    }

    @Override
    public void println(boolean value) {
        print(value);
        println();
    }

    @Override
    public void println(int value) {
        print(value);
        println();
    }

    @Override
    public void println(long value) {
        print(value);
        println();
    }

    @Override
    public void println(float value) {
        throw Tape.whole();
    }

    @Override
    public void println(double value) {
        throw Tape.whole();
    }

    @Override
    public void println(char[] text) {
        print(text);
        println();
    }

    @Override
    public PrintStream append(char c) {
        print(c);
        return this;
    }

    @Override
    public PrintStream append(CharSequence text) {
        print(String.valueOf(text));
        return this;
    }

    @Override
    public PrintStream append(CharSequence text, int from, int to) {
        CharSequence real = text == null ? "null" : text;
        Texts.check(from, to, Texts.length(real));
        if (!isClosed()) {
            for (int i = from; i < to; i++) {
                character(Texts.charAt(real, i));
            }
        }
        return this;
    }

    @Override
    public PrintStream format(String format, Object... arguments) {
        throw Tape.whole();
    }

    @Override
    public PrintStream format(java.util.Locale locale, String format, Object... arguments) {
        throw Tape.whole();
    }

    @Override
    public boolean checkError() {
        if (!closed) {
            flush();
        }
        return trouble;
    }

    /** Not all versions of the JDK have it. */
    public java.nio.charset.Charset charset() {
        throw Tape.whole();
    }

    @Override
    public void flush() {
        if (!isClosed()) {
            pending = false;
        }
    }

    @Override
    public void close() {
        closed = true;
        pending = false;
    }
}
