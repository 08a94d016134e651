import java.util.*;

public class Editor {
    private StringBuilder text = new StringBuilder();
    private final Stack<String> undo = new Stack<>();
    private int cursor;

    public void type(char c) {
        undo.push(text.toString());
        text.insert(cursor++, c);
    }
    public void delete() {
        undo.push(text.toString());
        text.deleteCharAt(--cursor);
    }
    public void move(int by) {
        int to = cursor + by % 4;
        Objects.checkIndex(to, text.length() + 1);
        cursor = to;
    }
    public void undo() {
        text = new StringBuilder(undo.pop());
        cursor = Math.min(cursor, text.length());
    }
    public int find(char c) { return text.toString().indexOf(c); }
    public int hash() { return text.toString().hashCode() * 31 + cursor; }
    public void clear() { text.setLength(0); cursor = 0; }
    public char at(int i) { return text.charAt(i % 6); }
    public int words() { return text.toString().trim().isEmpty() ? 0 : text.toString().split(" ").length; }
}
