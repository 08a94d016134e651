// A spacecraft that goes to the moon and back: ascent, Earth orbit, docking, lunar orbit, return, and aborts from most
// of it. The parts are an object of their own; dockings and incidents are counted, and no answer depends on either
// (Howar et al. 2013, Mues et al. 2016).
public class Cev {
    private static final int PRELAUNCH = 0;
    private static final int ASCENT = 1;
    private static final int EARTH_ORBIT = 2;
    private static final int TRANSIT = 3;
    private static final int LUNAR_ORBIT = 4;
    private static final int LUNAR_SURFACE = 5;
    private static final int RETURN = 6;
    private static final int ENTRY = 7;
    private static final int CHUTES = 8;
    private static final int LANDED = 9;

    private int phase = PRELAUNCH;
    private Parts parts = new Parts();
    private int dockings = 0;
    private int incidents = 0;

    private static class Parts {
        boolean firstStage = true;
        boolean secondStage = true;
        boolean abortSystem = true;
        boolean serviceModule = true;
        boolean departureStage = false;
        boolean lander = false;
        boolean landerFuelled = true;
        boolean ringDamaged = false;
        boolean engineFailed = false;
    }

    public void srbIgnition() {
        require(phase == PRELAUNCH);
        phase = ASCENT;
    }

    public void stage1Separation() {
        require(phase == ASCENT && parts.firstStage);
        parts.firstStage = false;
    }

    public void lasJettison() {
        require((phase == ASCENT || phase == EARTH_ORBIT) && !parts.firstStage);
        assert parts.abortSystem;
        parts.abortSystem = false;
    }

    public void stage2Separation() {
        require(phase == ASCENT && !parts.firstStage && parts.secondStage);
        parts.secondStage = false;
    }

    public void orbitInsertion(int perigee) {
        require(phase == ASCENT && !parts.secondStage);
        assert perigee >= 120;
        phase = EARTH_ORBIT;
    }

    public void abort(int altitude, boolean controlMotorFired) {
        require(phase == ASCENT && altitude >= 0);
        incidents++;
        if (altitude < 120000 && parts.abortSystem) {
            assert controlMotorFired;
            parts = new Parts();
            phase = CHUTES;
        } else {
            assert !parts.firstStage;
            parts = new Parts();
            phase = RETURN;
        }
    }

    public void lsamRendezvous() {
        require(phase == EARTH_ORBIT && !parts.lander);
        assert !parts.abortSystem : "the abort system is in the way";
        parts.lander = true;
        parts.departureStage = true;
        dockings++;
    }

    public void deorbit() {
        require(phase == EARTH_ORBIT && !parts.lander);
        phase = RETURN;
    }

    public void tliBurn() {
        require(phase == EARTH_ORBIT && parts.departureStage);
        phase = TRANSIT;
    }

    public void edsSeparation() {
        require(phase == TRANSIT && parts.departureStage);
        parts.departureStage = false;
    }

    public void loiBurn() {
        require(phase == TRANSIT && !parts.departureStage && !parts.engineFailed);
        phase = LUNAR_ORBIT;
    }

    public void engineFailure() {
        require(phase == TRANSIT || phase == LUNAR_ORBIT);
        assert !parts.engineFailed;
        parts.engineFailed = true;
        incidents++;
    }

    public void lsamRescue() {
        require(parts.engineFailed && !parts.departureStage && parts.lander && parts.landerFuelled);
        parts.lander = false;
        phase = RETURN;
    }

    public void lsamSeparation(int crew) {
        require(phase == LUNAR_ORBIT && parts.lander);
        assert crew >= 0 && crew <= 4;
        parts.lander = false;
        if (crew > 0 && parts.landerFuelled && !parts.ringDamaged) {
            phase = LUNAR_SURFACE;
        }
    }

    public void lsamAscent() {
        require(phase == LUNAR_SURFACE && parts.landerFuelled);
        parts.landerFuelled = false;
    }

    public void ascentRendezvous(int speed) {
        require(phase == LUNAR_SURFACE && !parts.landerFuelled);
        assert speed > 0 && speed <= 10;
        if (speed > 3) {
            parts.ringDamaged = true;
            incidents++;
        }
        parts.lander = true;
        phase = LUNAR_ORBIT;
        dockings++;
    }

    public void repairRing() {
        require(phase == LUNAR_ORBIT);
        assert parts.ringDamaged;
        parts.ringDamaged = false;
    }

    public void teiBurn() {
        require(phase == LUNAR_ORBIT && !parts.lander && !parts.ringDamaged && !parts.engineFailed);
        phase = RETURN;
    }

    public void smSeparation() {
        require(phase == RETURN && parts.serviceModule);
        parts.serviceModule = false;
    }

    public void entryInterface(int angle) {
        require(phase == RETURN && !parts.serviceModule);
        assert angle > 4 && angle < 8;
        phase = ENTRY;
    }

    public void deployChutes(int altitude) {
        require(phase == ENTRY);
        assert altitude >= 1000 && altitude <= 7000;
        phase = CHUTES;
    }

    public void splashdown() {
        require(phase == CHUTES);
        phase = LANDED;
    }

    public void refurbish() {
        require(phase == LANDED);
        parts = new Parts();
        phase = PRELAUNCH;
    }

    private static void require(boolean legal) {
        if (!legal) {
            throw new IllegalStateException();
        }
    }
}
