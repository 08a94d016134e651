// A StringBuilder that is appended to, reversed and cut: at most two characters.
public class Builder {
    private final StringBuilder text = new StringBuilder();

    public void add(boolean a) {
        if (text.length() == 2) {
            throw new IllegalStateException();
        }
        text.append(a ? 'a' : 'b');
    }

    public void reverse() {
        text.reverse();
    }

    public void cut() {
        int last = text.length() - 1;
        if (text.charAt(last) != 'a') {
            throw new IllegalStateException();
        }
        text.deleteCharAt(last);
    }
}
