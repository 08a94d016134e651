package $model.stream;

/** What a filter reads and writes; the machine does it. */
final class Tape {
    /** Whether something was written. */
    static boolean wrote;

    /** How many symbols there are to read. */
    static native int length();

    /** One of them, which must be there: a byte without its sign, or a character. */
    static native int symbol(int at);

    /** How many symbols a read into an array gives at most. */
    static native int most();

    static native void write(int symbol);

    /** Whether a symbol was read too long ago to be looked at; it may still be written. */
    static native boolean lags(int at);

    /** Writes symbols that were read, from one on. */
    static native void run(int from, int count);

    /** The text, or the array, that is the whole input. */
    static native String text();

    static native char[] characters();

    static native byte[] bytes();

    static native boolean isInput(Object any);

    /** A part of the input, as a text. */
    static native String piece(int from, int to);

    static native boolean isPiece(Object any);

    static native int from(Object piece);

    static native int to(Object piece);

    /** What was written, as a text. */
    static native String written();

    static native boolean isWritten(Object any);

    /** A stream for print that writes here. */
    static native Print print();

    /** Complains about a number that is known to be negative. What depends on the input is taken to be large enough. */
    static native void room(int capacity);

    static native RuntimeException reads();

    static native RuntimeException changes();

    static native RuntimeException another();

    static native RuntimeException gives();

    static native RuntimeException whole();

    static native RuntimeException closed();

    static native RuntimeException unflushed();

    /** The filter gives nothing, not even an empty text. */
    static native RuntimeException nothing();

    static void out(int symbol) {
        wrote = true;
        write(symbol);
    }

    /** The length of an array that may be the input, so long if not. */
    static int size(Object array, int known) {
        return isInput(array) ? length() : known;
    }

    /** Writes the input from one symbol to another. */
    static void copy(int from, int to) {
        if (from == to) {
            return;
        }
        wrote = true;
        if (lags(from)) {
            run(from, to - from);
            return;
        }
        for (int at = from; at < to; at++) {
            write(symbol(at));
        }
    }

    private Tape() {}
}
