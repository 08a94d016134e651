// Floats in an array and in locals; the remainder has the sign of the dividend, so the angle is never positive.
public class FloatMath {
    private final float[] angles = {0.0f};

    public void turn() {
        float full = 360.0f;
        float half = full / 2.0f;
        float quarter = half / 2.0f;
        float next = (angles[0] - quarter) % full;
        angles[0] = next;
    }

    public void north() {
        require((long) negated(angles[0]) == 0L);
    }

    public void west() {
        require((double) negated(angles[0]) == 90.0);
    }

    private static float negated(float angle) {
        return -angle;
    }

    private static void require(boolean legal) {
        if (!legal) {
            throw new IllegalStateException();
        }
    }
}
