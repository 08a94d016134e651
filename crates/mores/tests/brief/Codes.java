/** Takes all numbers but some. What it takes can be said, but nobody would read it. */
public class Codes {
    private boolean closed;

    public void take(int code) {
        if (closed) {
            throw new IllegalStateException();
        }
        switch (code) {
            case 3, 17, 29, 41, 58, 76, 93, 104, 120, 137, 151, 166, 182, 199, 211, 230, 247, 265, 281, 299 ->
                throw new IllegalArgumentException();
            default -> {
            }
        }
    }

    public void close() {
        closed = true;
    }

    /** Nothing is known of other threads. */
    public int strange() {
        return Thread.getAllStackTraces().size();
    }

    @Override
    public String toString() {
        return closed ? "closed" : "open";
    }
}
