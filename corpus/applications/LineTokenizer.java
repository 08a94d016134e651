import java.util.NoSuchElementException;

/** Splits a line into words, numbers and signs, one at a time. */
public class LineTokenizer {
    /** What a token is. */
    public enum Kind { WORD, NUMBER, SIGN, END }

    private final String text;
    private int position;
    private int start = -1;
    private Kind kind;

    public LineTokenizer(String text) {
        if (text == null) {
            throw new IllegalArgumentException("there is no text");
        }
        this.text = text;
    }

    public Kind next() {
        if (kind == Kind.END) {
            throw new NoSuchElementException("the text has ended");
        }
        skipBlanks();
        start = position;
        if (position == text.length()) {
            kind = Kind.END;
        } else if (isLetter(text.charAt(position))) {
            while (position < text.length() && isLetter(text.charAt(position))) {
                position++;
            }
            kind = Kind.WORD;
        } else if (isDigit(text.charAt(position))) {
            while (position < text.length() && isDigit(text.charAt(position))) {
                position++;
            }
            kind = Kind.NUMBER;
        } else {
            position++;
            kind = Kind.SIGN;
        }
        return kind;
    }

    public String token() {
        if (kind == null) {
            throw new IllegalStateException("call next() first");
        }
        if (kind == Kind.END) {
            throw new IllegalStateException("there is no token at the end");
        }
        return text.substring(start, position);
    }

    public int number() {
        if (kind != Kind.NUMBER) {
            throw new IllegalStateException("not a number");
        }
        int value = 0;
        for (int i = start; i < position; i++) {
            value = value * 10 + (text.charAt(i) - '0');
        }
        return value;
    }

    public void pushBack() {
        if (start < 0) {
            throw new IllegalStateException("nothing to push back");
        }
        position = start;
        start = -1;
        kind = null;
    }

    public boolean atEnd() {
        return kind == Kind.END;
    }

    private void skipBlanks() {
        while (position < text.length() && text.charAt(position) == ' ') {
            position++;
        }
    }

    private static boolean isLetter(char c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_';
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }
}
