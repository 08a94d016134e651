// A counter with a threshold: votes are counted without end, but from the fourth on nobody can tell how many there are.
public class Quorum {
    private static final int NEEDED = 4;
    private int votes = 0;
    private boolean decided = false;

    public void vote(boolean yes) {
        if (yes && votes < Integer.MAX_VALUE) {
            votes++;
        }
    }

    public void decide() {
        if (votes < NEEDED) {
            throw new IllegalStateException();
        }
        decided = true;
    }

    public void publish() {
        if (!decided) {
            throw new IllegalStateException();
        }
    }

    public void adjourn() {
        votes = 0;
        decided = false;
    }
}
