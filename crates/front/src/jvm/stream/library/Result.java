package $model.stream;

/** What a filter gives. */
final class Result {
    static void write(Object result) {
        if (result == null) {
            throw Tape.nothing();
        }
        if (Tape.isWritten(result) || result instanceof Builder && ((Builder) result).isResult()) {
            return;
        }
        if (Tape.wrote) {
            throw Tape.gives();
        }
        if (result instanceof char[]) {
            write((char[]) result);
        } else if (result instanceof byte[]) {
            write((byte[]) result);
        } else if (Tape.isInput(result)) {
            Tape.copy(0, Tape.length());
        } else {
            CharSequence text = (CharSequence) result;
            Texts.write(text, 0, Texts.length(text));
        }
    }

    /** The end of a program: what is still in the buffer of standard output is lost. */
    static void end() {
        if (Tape.print().isPending()) {
            throw Tape.unflushed();
        }
    }

    private static void write(char[] result) {
        for (char c : result) {
            Tape.out(c);
        }
    }

    private static void write(byte[] result) {
        for (byte b : result) {
            Tape.out(b);
        }
    }

    private Result() {}
}
