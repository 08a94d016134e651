package $model.stream;

/** What texts answer that may be the input or a part of it. */
final class Texts {
    static int length(CharSequence text) {
        if (Tape.isInput(text)) {
            return Tape.length();
        }
        if (Tape.isPiece(text)) {
            return Tape.to(text) - Tape.from(text);
        }
        return text.length();
    }

    static int length(String text) {
        return length((CharSequence) text);
    }

    static boolean isEmpty(CharSequence text) {
        return length(text) == 0;
    }

    static boolean isEmpty(String text) {
        return length(text) == 0;
    }

    static char charAt(CharSequence text, int index) {
        boolean input = Tape.isInput(text);
        if (!input && !Tape.isPiece(text)) {
            return text.charAt(index);
        }
        if (index < 0 || index >= length(text)) {
            throw new StringIndexOutOfBoundsException();
        }
        return (char) Tape.symbol(input ? index : Tape.from(text) + index);
    }

    static char charAt(String text, int index) {
        return charAt((CharSequence) text, index);
    }

    static int codePointAt(String text, int index) {
        char high = charAt(text, index);
        if (high >= 0xd800 && high < 0xdc00 && index + 1 < length(text)) {
            char low = charAt(text, index + 1);
            if (low >= 0xdc00 && low < 0xe000) {
                return (high - 0xd800 << 10) + (low - 0xdc00) + 0x10000;
            }
        }
        return high;
    }

    static char[] toCharArray(String text) {
        if (Tape.isInput(text)) {
            return Tape.characters();
        }
        return text.toCharArray();
    }

    static String toString(CharSequence text) {
        if (Tape.isInput(text)) {
            return (String) text;
        }
        return Tape.isPiece(text) ? known((String) text) : text.toString();
    }

    /** Parts of so many symbols, and no more, become texts like any other: tables are asked for them. */
    private static final int MOST_KNOWN = 12;

    private static String known(String piece) {
        int count = length(piece);
        for (int known = 0; known <= MOST_KNOWN; known++) {
            if (count == known) {
                char[] copy = new char[known];
                for (int i = 0; i < known; i++) {
                    copy[i] = charAt(piece, i);
                }
                return new String(copy);
            }
        }
        return piece;
    }

    static String toString(String text) {
        return Tape.isInput(text) ? text : text.toString();
    }

    static String substring(String text, int from) {
        return substring(text, from, length(text));
    }

    static String substring(String text, int from, int to) {
        boolean input = Tape.isInput(text);
        if (!input && !Tape.isPiece(text)) {
            return text.substring(from, to);
        }
        check(from, to, length(text));
        int start = input ? 0 : Tape.from(text);
        return Tape.piece(start + from, start + to);
    }

    static CharSequence subSequence(String text, int from, int to) {
        return substring(text, from, to);
    }

    static CharSequence subSequence(CharSequence text, int from, int to) {
        return Tape.isInput(text) || Tape.isPiece(text) ? substring((String) text, from, to) : text.subSequence(from, to);
    }

    static boolean startsWith(String text, String prefix, int at) {
        if (text == null || !isInput(text) && !isInput(prefix)) {
            return text.startsWith(prefix, at);
        }
        int length = length(prefix);
        if (at < 0 || length == 0) {
            return at >= 0 && at <= length(text);
        }
        for (int i = 0; i < length; i++) {
            if (at + i >= length(text) || charAt(text, at + i) != charAt(prefix, i)) {
                return false;
            }
        }
        return true;
    }

    static boolean startsWith(String text, String prefix) {
        return startsWith(text, prefix, 0);
    }

    static int indexOf(String text, int c) {
        return indexOf(text, c, 0);
    }

    static int indexOf(String text, int c, int from) {
        if (!Tape.isInput(text) && !Tape.isPiece(text)) {
            return text.indexOf(c, from);
        }
        if (c < 0 || c > 0xffff) {
            throw Tape.whole();
        }
        for (int i = from < 0 ? 0 : from; i < length(text); i++) {
            if (charAt(text, i) == c) {
                return i;
            }
        }
        return -1;
    }

    static boolean equals(String text, Object other) {
        boolean input = isInput(text);
        if (!(other instanceof String) || !input && !isInput((String) other)) {
            return text.equals(other);
        }
        String real = (String) other;
        if (Tape.isInput(text) && Tape.isInput(real)) {
            return true;
        }
        // Whether there is a symbol is asked before how many there are.
        return input ? isSame(text, real) : isSame(real, text);
    }

    private static boolean isSame(String text, String other) {
        int length = length(other);
        return startsWith(text, other, 0) && length(text) == length;
    }

    static boolean contentEquals(String text, CharSequence other) {
        return other instanceof String ? equals(text, other) : text.contentEquals(other);
    }

    static int hashCode(String text) {
        if (!isInput(text)) {
            return text.hashCode();
        }
        int hash = 0;
        for (int i = 0; i < length(text); i++) {
            hash = 31 * hash + charAt(text, i);
        }
        return hash;
    }

    static boolean endsWith(String text, String end) {
        if (!isInput(text) && !isInput(end)) {
            return text.endsWith(end);
        }
        return startsWith(text, end, length(text) - length(end));
    }

    static boolean contains(String text, CharSequence part) {
        if (!isInput(text) && !isInput(part)) {
            return text.contains(part);
        }
        return indexOf(text, part.toString(), 0) >= 0;
    }

    static int indexOf(String text, String part) {
        return indexOf(text, part, 0);
    }

    static int indexOf(String text, String part, int from) {
        if (!isInput(text) && !isInput(part)) {
            return text.indexOf(part, from);
        }
        int start = from < 0 ? 0 : from;
        if (isEmpty(part)) {
            return start < length(text) ? start : length(text);
        }
        for (int i = start; i < length(text); i++) {
            if (startsWith(text, part, i)) {
                return i;
            }
        }
        return -1;
    }

    static int lastIndexOf(String text, int c) {
        if (!isInput(text)) {
            return text.lastIndexOf(c);
        }
        if (c < 0 || c > 0xffff) {
            throw Tape.whole();
        }
        for (int i = length(text) - 1; i >= 0; i--) {
            if (charAt(text, i) == c) {
                return i;
            }
        }
        return -1;
    }

    static void getChars(String text, int from, int to, char[] target, int at) {
        if (!isInput(text)) {
            text.getChars(from, to, target, at);
            return;
        }
        check(from, to, length(text));
        if (at < 0 || at > target.length - (to - from)) {
            throw Tape.whole();
        }
        for (int i = from; i < to; i++) {
            target[at + i - from] = charAt(text, i);
        }
    }

    static boolean isInput(CharSequence text) {
        return Tape.isInput(text) || Tape.isPiece(text);
    }

    /** Writes a part of a text. */
    static void write(CharSequence text, int from, int to) {
        if (Tape.isInput(text)) {
            check(from, to, Tape.length());
            Tape.copy(from, to);
        } else if (Tape.isPiece(text)) {
            check(from, to, length(text));
            Tape.copy(Tape.from(text) + from, Tape.from(text) + to);
        } else {
            check(from, to, text.length());
            for (int i = from; i < to; i++) {
                Tape.out(text.charAt(i));
            }
        }
    }

    static void check(int from, int to, int length) {
        if (from < 0 || from > to || to > length) {
            throw new StringIndexOutOfBoundsException();
        }
    }

    private Texts() {}
}
