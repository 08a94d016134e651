// Guards on a long that an int could not hold.
public class LongRange {
    private static final long MEGABYTE = 1L << 20;
    private static final long TERABYTE = 1L << 40;
    private boolean limited = false;
    private long limit = 0L;

    public void setLimit(long bytes) {
        if (bytes < MEGABYTE || bytes > TERABYTE) {
            throw new IllegalArgumentException();
        }
        limit = bytes;
        limited = true;
    }

    public void use(long bytes) {
        if (!limited || bytes < 0L || bytes >= 5_000_000_000L) {
            throw new IllegalStateException();
        }
    }

    public long limit() {
        return limit;
    }
}
