// The same mission as Cev in other words: enums for phases and failures, a set of failures, and texts that nobody reads
// (Mues et al., "Releasing the PSYCO", 2016).
import java.util.EnumSet;

public class CevV2 {
    private enum Phase {
        PRELAUNCH, FIRST_STAGE, SECOND_STAGE, EARTH_ORBIT, DOCKED, TRANSIT, LUNAR_ORBIT, LANDER_AWAY, RETURN, ENTRY,
        CHUTES, LANDED;

        boolean isAscent() {
            return this == FIRST_STAGE || this == SECOND_STAGE;
        }
    }

    private enum Failure {
        ABORT_SYSTEM, ENGINE, DOCKING
    }

    private Phase phase = Phase.PRELAUNCH;
    private final EnumSet<Failure> failures = EnumSet.noneOf(Failure.class);
    private String status = "on the pad";

    public void srbIgnition() {
        expect(Phase.PRELAUNCH);
        go(Phase.FIRST_STAGE);
    }

    public void stage1Separation() {
        expect(Phase.FIRST_STAGE);
        go(Phase.SECOND_STAGE);
    }

    public void failAbortSystem() {
        fail(Failure.ABORT_SYSTEM, phase.isAscent());
    }

    public void failEngine() {
        fail(Failure.ENGINE, phase == Phase.TRANSIT || phase == Phase.LUNAR_ORBIT);
    }

    public void failDocking() {
        fail(Failure.DOCKING, phase == Phase.EARTH_ORBIT);
    }

    public void abortAscent() {
        if (!phase.isAscent() || failures.contains(Failure.ABORT_SYSTEM)) {
            throw new IllegalStateException(status);
        }
        go(Phase.CHUTES);
    }

    public void orbitInsertion() {
        expect(Phase.SECOND_STAGE);
        failures.remove(Failure.ABORT_SYSTEM);
        go(Phase.EARTH_ORBIT);
    }

    public void dock() {
        expect(Phase.EARTH_ORBIT);
        assert !failures.contains(Failure.DOCKING) : status;
        go(Phase.DOCKED);
    }

    public void deorbit() {
        expect(Phase.EARTH_ORBIT);
        failures.clear();
        go(Phase.RETURN);
    }

    public void repairDocking() {
        expect(Phase.EARTH_ORBIT);
        assert failures.remove(Failure.DOCKING);
        status = String.valueOf(phase);
    }

    public void tliBurn() {
        expect(Phase.DOCKED);
        go(Phase.TRANSIT);
    }

    public void swingBy() {
        expect(Phase.TRANSIT);
        failures.clear();
        go(Phase.RETURN);
    }

    public void loiBurn() {
        expect(Phase.TRANSIT);
        assert !failures.contains(Failure.ENGINE) : status;
        go(Phase.LUNAR_ORBIT);
    }

    public void lsamSeparation() {
        expect(Phase.LUNAR_ORBIT);
        go(Phase.LANDER_AWAY);
    }

    public void lsamRendezvous() {
        expect(Phase.LANDER_AWAY);
        go(Phase.LUNAR_ORBIT);
    }

    public void teiBurn() {
        expect(Phase.LUNAR_ORBIT);
        assert !failures.contains(Failure.ENGINE) : status;
        go(Phase.RETURN);
    }

    public void smSeparation() {
        expect(Phase.RETURN);
        go(Phase.ENTRY);
    }

    public void deployChutes() {
        expect(Phase.ENTRY);
        go(Phase.CHUTES);
    }

    public void splashdown() {
        expect(Phase.CHUTES);
        go(Phase.valueOf("LANDED"));
    }

    public void refurbish() {
        expect(Phase.LANDED);
        failures.clear();
        go(Phase.values()[0]);
    }

    private void go(Phase next) {
        phase = next;
        status = "in " + next + " (" + next.ordinal() + ")";
    }

    private void expect(Phase expected) {
        if (phase != expected) {
            throw new IllegalStateException("not " + expected + " but " + status);
        }
    }

    private void fail(Failure failure, boolean possible) {
        if (!possible || !failures.add(failure)) {
            throw new IllegalStateException(failure + " cannot fail");
        }
        status = failure.name() + " failed";
    }
}
