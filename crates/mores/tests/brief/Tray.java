/** Takes all numbers, and remembers some of them. Which ones can be said, but nobody would read it. */
public class Tray {
    private boolean marked;

    public void take(int code) {
        switch (code) {
            case 3, 17, 29, 41, 58, 76, 93, 104, 120, 137, 151, 166, 182, 199, 211, 230, 247, 265, 281, 299 ->
                marked = true;
            default -> {
            }
        }
    }

    public void send() {
        if (marked) {
            throw new IllegalStateException();
        }
    }

    /** Nothing is known of other threads. */
    public int strange() {
        return Thread.getAllStackTraces().size();
    }
}
