/** Nobody sees from outside whether it is in use but by asking, and all begin unused. */
public class Gauge {
    private boolean used;

    public Gauge() {
    }

    public boolean isUsed() {
        return used;
    }

    public void use() {
        used = true;
    }
}
