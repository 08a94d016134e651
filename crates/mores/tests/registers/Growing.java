/** Numbers must grow, unless they are negative; the constructor brings the first. */
public class Growing {
    private int last;

    public Growing(int first) {
        last = first;
    }

    public void next(int v) {
        if (v >= 0 && v <= last) throw new IllegalArgumentException();
        last = v;
    }
}
