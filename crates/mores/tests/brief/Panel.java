/** Takes a gauge that nobody uses. */
public class Panel {
    private Gauge shown;

    public void show(Gauge gauge) {
        if (gauge.isUsed()) {
            throw new IllegalStateException();
        }
        gauge.use();
        shown = gauge;
    }

    public boolean read() {
        return shown.isUsed();
    }
}
