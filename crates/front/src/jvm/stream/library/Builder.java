package $model.stream;

/**
 * What stands for StringBuilder (Single) and StringBuffer (Shared): one writes what the filter gives, others keep what they
 * are given.
 */
abstract class Builder implements CharSequence, Appendable, Comparable<Builder>, java.io.Serializable {
    private static boolean open;
    private static boolean given;

    /** Whether this is the one that writes; the machine sets it where it is made. */
    private boolean writes;
    private char[] kept;
    private int length;

    Builder() {
        begin();
    }

    Builder(int capacity) {
        Tape.room(capacity);
        begin();
    }

    /** What is not there has no length to make room for. */
    Builder(CharSequence text) {
        Texts.length(text);
        begin();
        append(text);
    }

    static Builder writing(boolean shared) {
        Builder builder = shared ? new Shared() : new Single();
        builder.open();
        return builder;
    }

    private void begin() {
        if (writes) {
            open();
        }
    }

    private void open() {
        if (open) {
            throw Tape.another();
        }
        open = true;
        writes = true;
    }

    public Builder append(char c) {
        if (!writes) {
            return keep(c);
        }
        if (given) {
            throw Tape.gives();
        }
        Tape.out(c);
        length++;
        return this;
    }

    private Builder keep(char c) {
        if (kept == null) {
            kept = new char[8];
        } else if (length == kept.length) {
            char[] more = new char[2 * length];
            for (int i = 0; i < length; i++) {
                more[i] = kept[i];
            }
            kept = more;
        }
        kept[length++] = c;
        return this;
    }

    public Builder append(String text) {
        return append((CharSequence) text);
    }

    public Builder append(CharSequence text) {
        CharSequence real = text == null ? "null" : text;
        return append(real, 0, Texts.length(real));
    }

    public Builder append(CharSequence text, int from, int to) {
        CharSequence real = text == null ? "null" : text;
        if (writes && Texts.isInput(real)) {
            if (given) {
                throw Tape.gives();
            }
            checkRange(from, to, Texts.length(real));
            Texts.write(real, from, to);
            length += to - from;
            return this;
        }
        checkRange(from, to, Texts.length(real));
        for (int i = from; i < to; i++) {
            append(Texts.charAt(real, i));
        }
        return this;
    }

    /** Parts of what is appended are checked in other words than parts of what is there. */
    private static void checkRange(int from, int to, int length) {
        if (from < 0 || from > to || to > length) {
            throw new IndexOutOfBoundsException();
        }
    }

    public Builder append(char[] text) {
        return append(text, 0, Tape.size(text, Tape.isInput(text) ? 0 : text.length));
    }

    public Builder append(char[] text, int from, int count) {
        if (Tape.isInput(text)) {
            checkRange(from, from + count, Tape.length());
            return append(Tape.text(), from, from + count);
        }
        checkRange(from, from + count, text.length);
        for (int i = from; i < from + count; i++) {
            append(text[i]);
        }
        return this;
    }

    public Builder append(Object any) {
        return append(String.valueOf(any));
    }

    public Builder append(boolean value) {
        return append(value ? "true" : "false");
    }

    public Builder append(int value) {
        return append((long) value);
    }

    public Builder append(long value) {
        if (value == Long.MIN_VALUE) {
            return append("-9223372036854775808");
        }
        long rest = value;
        if (rest < 0) {
            append('-');
            rest = -rest;
        }
        if (rest >= 10) {
            append(rest / 10);
            rest %= 10;
        }
        append((char) ('0' + rest));
        return this;
    }

    public Builder appendCodePoint(int point) {
        if (point < 0 || point > 0x10ffff) {
            throw new IllegalArgumentException();
        }
        if (point < 0x10000) {
            return append((char) point);
        }
        append((char) (0xd800 + (point - 0x10000 >> 10)));
        return append((char) (0xdc00 + (point & 0x3ff)));
    }

    @Override
    public int length() {
        return length;
    }

    @Override
    public boolean isEmpty() {
        return length == 0;
    }

    public int capacity() {
        throw Tape.reads();
    }

    @Override
    public int compareTo(Builder other) {
        throw Tape.whole();
    }

    public void ensureCapacity(int capacity) {}

    public void trimToSize() {}

    @Override
    public char charAt(int index) {
        if (writes) {
            throw Tape.reads();
        }
        if (index < 0 || index >= length) {
            throw new StringIndexOutOfBoundsException();
        }
        return kept[index];
    }

    public void setCharAt(int index, char c) {
        if (writes) {
            throw Tape.changes();
        }
        if (index < 0 || index >= length) {
            throw new StringIndexOutOfBoundsException();
        }
        kept[index] = c;
    }

    public void setLength(int count) {
        if (writes) {
            throw Tape.changes();
        }
        if (count < 0) {
            throw new StringIndexOutOfBoundsException();
        }
        while (length < count) {
            keep('\0');
        }
        length = count;
    }

    public Builder deleteCharAt(int index) {
        if (index < 0 || index >= length) {
            throw new StringIndexOutOfBoundsException();
        }
        return delete(index, index + 1);
    }

    public Builder delete(int from, int to) {
        if (writes) {
            throw Tape.changes();
        }
        int end = to > length ? length : to;
        if (from < 0 || from > end) {
            throw new StringIndexOutOfBoundsException();
        }
        for (int i = end; i < length; i++) {
            kept[i - (end - from)] = kept[i];
        }
        length -= end - from;
        return this;
    }

    @Override
    public CharSequence subSequence(int from, int to) {
        return substring(from, to);
    }

    public String substring(int from) {
        return substring(from, length);
    }

    public String substring(int from, int to) {
        if (writes) {
            throw Tape.reads();
        }
        Texts.check(from, to, length);
        return kept == null ? "" : new String(kept, from, to - from);
    }

    /** Whether what it wrote is what the filter gives. */
    boolean isResult() {
        return writes;
    }

    @Override
    public String toString() {
        if (!writes) {
            return kept == null ? "" : new String(kept, 0, length);
        }
        given = true;
        return Tape.written();
    }
}
