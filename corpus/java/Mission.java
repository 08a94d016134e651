// A flight around the Moon, from the pad to the sea (Singh et al., "May and Must Abstractions", 2010, Section 5): 22 events, four of them in two kinds, and
// no field that says which of the 14 states it is. A coast home looks the same from the Moon, from an orbit and after
// an ascent that was given up.
public class Mission {
    private enum Phase {
        ASCENT, EARTH_ORBIT, TRANSIT, ENTRY
    }

    private static final int PACKED = 0;
    private static final int DROGUES = 1;
    private static final int MAINS = 2;

    private Phase phase = Phase.ASCENT;
    private boolean ignited = false;
    private boolean booster = true;
    private boolean upperStage = true;
    private boolean escapeTower = true;
    private boolean lander = false;
    private boolean departureStage = false;
    private boolean serviceModule = true;
    private boolean inAtmosphere = false;
    private boolean afloat = false;
    private int chutes = PACKED;
    private int dockingAttempts = 0;
    private int skips = 0;
    private String failure = null;

    public void srbIgnition() {
        require(phase == Phase.ASCENT && !ignited);
        ignited = true;
    }

    public void stage1Separation() {
        require(phase == Phase.ASCENT && ignited && booster);
        booster = false;
    }

    public void lasJettison() {
        require(phase == Phase.ASCENT && escapeTower);
        failIf(booster, "no way out of a burning booster");
        escapeTower = false;
    }

    public void stage2Separation() {
        require(phase == Phase.ASCENT && !booster);
        failIf(escapeTower, "too heavy for an orbit");
        upperStage = false;
        phase = Phase.EARTH_ORBIT;
    }

    // With an escape tower the capsule falls at once, without one it comes back by what its service module can do.
    public void abort(boolean controlMotorFired) {
        switch (phase) {
            case ASCENT -> leaveVehicle(controlMotorFired);
            case EARTH_ORBIT -> headHome(controlMotorFired);
            case TRANSIT -> {
                require(lander);
                headHome(controlMotorFired);
            }
            case ENTRY -> failIf(true, "nothing left to give up");
        }
    }

    public void phasingBurn() {
        require(phase == Phase.EARTH_ORBIT && !lander);
    }

    public void raiseOrbit() {
        require(phase == Phase.EARTH_ORBIT);
    }

    public void dockLander(boolean captured) {
        require(phase == Phase.EARTH_ORBIT && !lander);
        dockingAttempts++;
        if (captured) {
            lander = true;
            departureStage = true;
            dockingAttempts = 0;
        }
    }

    public void undockLander() {
        require(phase == Phase.EARTH_ORBIT && lander);
        lander = false;
        departureStage = false;
    }

    public void deorbitBurn() {
        require(phase == Phase.EARTH_ORBIT);
        failIf(lander, "burnt up with the lander");
        phase = Phase.ENTRY;
    }

    public void tliBurn() {
        require(phase == Phase.EARTH_ORBIT && departureStage);
        phase = Phase.TRANSIT;
    }

    public void departureStageSeparation() {
        require(phase == Phase.TRANSIT && departureStage);
        departureStage = false;
    }

    public void correctCourse(boolean mainEngine) {
        require(coasting());
        failIf(mainEngine && departureStage, "the stack broke");
    }

    public void thermalRoll() {
        require(coasting());
    }

    public void lsamSeparation() {
        require(phase == Phase.TRANSIT && lander);
        failIf(departureStage, "the lander is held by two");
        lander = false;
    }

    public void smSeparation() {
        require(coasting());
        failIf(lander || departureStage, "the lander does not enter");
        serviceModule = false;
        phase = Phase.ENTRY;
    }

    public void entryInterface(boolean skip) {
        require(phase == Phase.ENTRY && !inAtmosphere);
        failIf(serviceModule, "no heat shield");
        if (skip) {
            skips++;
        } else {
            inAtmosphere = true;
        }
    }

    public void bank() {
        require(falling() && chutes == PACKED);
    }

    public void deployDrogues() {
        require(falling() && chutes == PACKED);
        chutes = DROGUES;
    }

    public void deployMains() {
        require(falling() && chutes != MAINS);
        failIf(chutes == PACKED, "torn off");
        chutes = MAINS;
    }

    public void splashdown() {
        require(falling());
        failIf(chutes != MAINS, "hit hard");
        afloat = true;
    }

    public void startBeacon() {
        require(afloat);
    }

    private void leaveVehicle(boolean controlMotorFired) {
        failIf(controlMotorFired != escapeTower, "the wrong motor for leaving");
        if (escapeTower) {
            serviceModule = false;
            inAtmosphere = true;
        }
        booster = false;
        upperStage = false;
        escapeTower = false;
        phase = Phase.ENTRY;
    }

    private void headHome(boolean controlMotorFired) {
        failIf(controlMotorFired, "the control motor is gone");
        lander = false;
        departureStage = false;
        phase = Phase.ENTRY;
    }

    private boolean coasting() {
        return phase == Phase.TRANSIT || phase == Phase.ENTRY && serviceModule;
    }

    private boolean falling() {
        return phase == Phase.ENTRY && inAtmosphere && !afloat;
    }

    private void require(boolean legal) {
        if (!legal) {
            throw new IllegalStateException(failure);
        }
    }

    private void failIf(boolean fatal, String what) {
        if (fatal) {
            failure = what;
            throw new AssertionError(what);
        }
    }
}
