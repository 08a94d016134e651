/** Null pointers wherever an object is used. */
public class Nulls {
    private Node head;
    private Nulls other;
    private Object lock;
    private String text;

    static class Node { int v; Node next; boolean on; Node(int v, Node next) { this.v = v; this.next = next; } int get() { return v; } private int secret() { return -v; } }

    public void push(int v) { head = new Node(v, head); }
    public int pop() { int v = head.v; head = head.next; return v; }
    public int second() { return head.next.get(); }
    public int secret() { return head.secret(); }
    public void set(int v) { head.next.v = v; }
    public boolean on() { return head.on; }
    public void turnOn() { head.on = true; head.v++; }
    public int peek(int d) { return head == null ? d : head.v; }
    public void self() { other = this; }
    public int viaOther(int v) { other.push(v); return other.size(); }
    public int size() { int n = 0; for (Node x = head; x != null && n < 50; x = x.next) n++; return n; }
    public synchronized int sync(int a) { synchronized (this) { return a + size(); } }
    public int locked(int a) { synchronized (lock) { return a / size(); } }
    public void newLock() { lock = new Object(); }
    public int require() { return java.util.Objects.requireNonNull(head).v; }
    public boolean same() { return head == null ? other == null : head.next == head; }
    public void cycle() { head.next = head; }
    public boolean hasText() { return text != null; }
    public void setText(boolean a) { text = a ? "yes" : null; }
    public int given(Node n, Nulls m) { return m == null ? n.v : 1; }
    public int walk() { Node n = head; int v = n.v; n = n.next; v += n.v; n = n.next; return v * n.v; }
    public Node top() { return head; }
}
