package store;

/** A level between 0 and 100. */
public class Level {
    private int level;

    public void set(int percent) {
        if (percent < 0 || percent > 100) {
            throw new IllegalArgumentException("percent: " + percent);
        }
        level = percent;
    }

    public int get() {
        return level;
    }
}
