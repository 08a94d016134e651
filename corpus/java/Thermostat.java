// A relation between two parameters of one call, and interval guards: -50 <= low < high <= 100.
public class Thermostat {
    private boolean ready = false;
    private int low = 0;
    private int high = 0;

    public void setRange(int low, int high) {
        if (low < -50 || high > 100 || low >= high) {
            throw new IllegalArgumentException();
        }
        this.low = low;
        this.high = high;
        ready = true;
    }

    public void heat(int degrees) {
        if (!ready || degrees <= 0 || degrees > 30) {
            throw new IllegalStateException();
        }
    }

    public int span() {
        if (!ready) {
            throw new IllegalStateException();
        }
        return high - low;
    }
}
