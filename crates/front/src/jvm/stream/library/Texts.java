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
        return Tape.isInput(text) ? (String) text : text.toString();
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
        if (!Tape.isInput(text) && !Tape.isPiece(text)) {
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
