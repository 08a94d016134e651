// Float arithmetic, and NaN: every comparison with it but != is false, so it slips through a guard of < and >.
public class FloatNan {
    private float level = 0.0f;

    public void set(float level) {
        if (level < 0.0f || level > 100.0f) {
            throw new IllegalArgumentException();
        }
        this.level = level;
    }

    public void use() {
        if (!(level / 2.0f + 1.0f >= 1.0f)) {
            throw new IllegalStateException();
        }
    }

    public void clear() {
        level = level - level;
        if (level != level) {
            level = 0.0f;
        }
    }
}
