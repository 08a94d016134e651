// Loops that end: one with a constant bound, one whose bound is a parameter that was checked before.
public class Loops {
    private static final int ARMED = 6;
    private int level = 0;

    public void arm() {
        int sum = 0;
        for (int i = 0; i < 4; i++) {
            sum += i;
        }
        level = sum;
    }

    public void charge(int n) {
        if (n < 0 || n > 5) {
            throw new IllegalArgumentException();
        }
        level = 0;
        int left = n;
        while (left > 0) {
            level += 2;
            left--;
        }
    }

    public void fire() {
        if (level != ARMED) {
            throw new IllegalStateException();
        }
        level = 0;
    }
}
