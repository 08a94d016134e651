package $model.stream;

import java.io.PrintStream;

/** Standard output. */
final class Print extends PrintStream {
    private Print() {
        super(new ByteWriter());
    }

    @Override
    public void write(int b) {
        Tape.out(b);
    }

    @Override
    public void write(byte[] bytes) {
        write(bytes, 0, bytes.length);
    }

    @Override
    public void write(byte[] bytes, int from, int count) {
        new ByteWriter().write(bytes, from, count);
    }

    /** Which bytes other characters become depends on where the program runs. */
    @Override
    public void print(char c) {
        if (c >= 128) {
            throw Tape.whole();
        }
        Tape.out(c);
    }

    @Override
    public void print(String text) {
        String real = text == null ? "null" : text;
        for (int i = 0; i < real.length(); i++) {
            print(real.charAt(i));
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
        if (value == Long.MIN_VALUE) {
            print("-9223372036854775808");
            return;
        }
        long rest = value;
        if (rest < 0) {
            print('-');
            rest = -rest;
        }
        if (rest >= 10) {
            print(rest / 10);
            rest %= 10;
        }
        print((char) ('0' + rest));
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
        for (char c : text) {
            print(c);
        }
    }

    /** How lines end depends on where the program runs. */
    @Override
    public void println() {
        print('\n');
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
        print(any);
        println();
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
        throw Tape.whole();
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
        return false;
    }

    /** Not all versions of the JDK have it. */
    public java.nio.charset.Charset charset() {
        throw Tape.whole();
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
}
