// Four modes but three behaviours: a server that is down and one that is held down allow the same calls (Singh et al., "May and Must Abstractions", 2010).
public class ServerTableEntry {
    private static final int DEACTIVATED = 0;
    private static final int ACTIVATED = 1;
    private static final int RUNNING = 2;
    private static final int HELD_DOWN = 3;
    private int mode = DEACTIVATED;
    private int orb = 0;
    private int ports = 0;

    public void activate() {
        mode = ACTIVATED;
    }

    public void register(int orb) {
        if (mode != ACTIVATED) {
            throw new IllegalStateException();
        }
        this.orb = orb;
    }

    public void registerPorts(int ports) {
        this.ports = ports;
        mode = RUNNING;
    }

    public void install() {
        requireRunning();
    }

    public void uninstall() {
        requireRunning();
    }

    public void holdDown() {
        mode = HELD_DOWN;
    }

    private void requireRunning() {
        if (mode != RUNNING) {
            throw new IllegalStateException();
        }
    }
}
