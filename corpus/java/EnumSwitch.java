// A state that is an enum, with both forms of switch over it.
public class EnumSwitch {
    private enum Phase { IDLE, RUNNING, PAUSED, DONE }

    private Phase phase = Phase.IDLE;

    public void advance() {
        switch (phase) {
            case IDLE:
            case PAUSED:
                phase = Phase.RUNNING;
                break;
            case RUNNING:
                phase = Phase.DONE;
                break;
            default:
                throw new IllegalStateException();
        }
    }

    public void pause() {
        phase = switch (phase) {
            case RUNNING -> Phase.PAUSED;
            case IDLE, PAUSED, DONE -> throw new IllegalStateException();
        };
    }

    public void cancel() {
        if (phase == Phase.IDLE || phase == Phase.DONE) {
            throw new IllegalStateException();
        }
        phase = Phase.DONE;
    }
}
