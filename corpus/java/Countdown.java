// An error that needs thirty-one calls: shallow searches do not see it.
public class Countdown {
    private int left = 30;

    public void tick() {
        if (left == 0) {
            throw new IllegalStateException();
        }
        left--;
    }
}
