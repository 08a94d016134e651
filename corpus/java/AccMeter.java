// Samples of an accelerometer that steers a game: sums that no answer depends on, and averages that divide by how many
// there are (Howar et al., "Hybrid Learning", 2013). The window is bounded, so that the number of samples never wraps.
public class AccMeter {
    private static final int WINDOW = 8;
    private static final int WIDTH = 240;
    private boolean open = false;
    private boolean listening = false;
    private boolean calibrated = false;
    private int samples = 0;
    private int sumX = 0;
    private int sumY = 0;
    private int sumZ = 0;
    private int offset = 0;
    private int rate = 0;

    public void open() {
        require(!open);
        open = true;
        calibrated = false;
        samples = 0;
        sumX = 0;
        sumY = 0;
        sumZ = 0;
    }

    public void start() {
        require(open && !listening);
        listening = true;
    }

    public void dataReceived(int x, int y, int z) {
        require(listening);
        if (samples < WINDOW) {
            samples++;
        } else {
            sumX -= sumX / WINDOW;
            sumY -= sumY / WINDOW;
            sumZ -= sumZ / WINDOW;
        }
        sumX += x;
        sumY += y;
        sumZ += z;
    }

    public void stop() {
        require(listening);
        listening = false;
    }

    public void setInterval(int millis) {
        require(open && millis >= 0);
        rate = 1000 / millis;
    }

    public int average() {
        return (sumX / samples + sumY / samples + sumZ / samples) / 3;
    }

    public void calibrate() {
        require(!listening);
        offset = sumX / samples;
        calibrated = true;
    }

    public int tilt(int range) {
        require(calibrated);
        return (sumX / samples - offset) * WIDTH / range;
    }

    public void close() {
        require(open && !listening);
        open = false;
        calibrated = false;
        samples = 0;
    }

    private static void require(boolean legal) {
        if (!legal) {
            throw new IllegalStateException();
        }
    }
}
