// The way to orbit, until it has ended one way or the other (Singh et al., "May and Must Abstractions", 2010, Section 5): what is still bolted to the vehicle
// decides which call is legal, and what can go wrong is an error like a call at the wrong time.
public class AscentPhase {
    private enum Phase {
        COUNTDOWN, POWERED_FLIGHT, ENDED
    }

    private enum Failure {
        NONE, LOSS_OF_BOOSTER, LOSS_OF_THRUST, TOWER_LOST_EARLY, TOWER_IN_THE_WAY, NO_WAY_OUT, DESTRUCTED
    }

    private enum AbortMode {
        PAD, DOWNRANGE, TO_ORBIT
    }

    private static final int THIN_AIR = 90000;

    private Phase phase = Phase.COUNTDOWN;
    private Failure failure = Failure.NONE;
    private AbortMode abortMode = AbortMode.PAD;
    private boolean boosterAttached = true;
    private boolean upperStageAttached = true;
    private boolean escapeTowerAttached = true;
    private boolean backupGuidance = false;
    private int enginesLost = 0;
    private int holds = 0;
    private int altitude = 0;

    public void holdCountdown() {
        require(phase == Phase.COUNTDOWN);
        holds++;
    }

    public void recycleCountdown() {
        require(phase == Phase.COUNTDOWN);
        holds = 0;
    }

    public void srbIgnition() {
        require(phase == Phase.COUNTDOWN);
        phase = Phase.POWERED_FLIGHT;
        abortMode = AbortMode.DOWNRANGE;
    }

    public void clearLaunchTower() {
        require(onBooster());
        altitude = Math.max(altitude, 100);
    }

    public void rollProgram() {
        require(onBooster());
    }

    public void throttle(boolean down) {
        require(phase == Phase.POWERED_FLIGHT);
        if (onBooster() && !down) {
            failWith(Failure.LOSS_OF_BOOSTER);
        }
    }

    public void reportAltitude(int metres) {
        require(phase == Phase.POWERED_FLIGHT);
        altitude = metres;
        if (altitude > THIN_AIR) {
            abortMode = AbortMode.TO_ORBIT;
        }
    }

    public void switchGuidance(boolean backup) {
        require(phase != Phase.ENDED);
        backupGuidance = backup;
    }

    public void stage1Separation() {
        require(onBooster());
        boosterAttached = false;
    }

    public void jettisonTower() {
        require(phase == Phase.POWERED_FLIGHT && escapeTowerAttached);
        if (boosterAttached) {
            failWith(Failure.TOWER_LOST_EARLY);
        }
        escapeTowerAttached = false;
    }

    public void gimbalUpperStage() {
        require(onUpperStage());
    }

    // One engine less is enough for a vehicle that has shed the tower, and for no other.
    public void engineOut() {
        require(phase == Phase.POWERED_FLIGHT);
        if (boosterAttached || escapeTowerAttached) {
            failWith(Failure.LOSS_OF_THRUST);
        }
        enginesLost = 1;
    }

    // The tower steers with a control motor of its own, the spacecraft without a tower has none.
    public void abort(boolean controlMotorFired) {
        require(phase != Phase.ENDED);
        if (controlMotorFired != escapeTowerAttached) {
            failWith(Failure.NO_WAY_OUT);
        }
        switch (abortMode) {
            case PAD -> altitude = 0;
            case DOWNRANGE -> altitude = altitude / 2;
            case TO_ORBIT -> backupGuidance = true;
        }
        end();
    }

    public void rangeSafety() {
        require(phase == Phase.POWERED_FLIGHT);
        failWith(Failure.DESTRUCTED);
    }

    public void orbitInsertion() {
        require(onUpperStage());
        if (escapeTowerAttached) {
            failWith(Failure.TOWER_IN_THE_WAY);
        }
        end();
    }

    public void ventTanks() {
        require(phase == Phase.ENDED);
    }

    private boolean onBooster() {
        return phase == Phase.POWERED_FLIGHT && boosterAttached;
    }

    private boolean onUpperStage() {
        return phase == Phase.POWERED_FLIGHT && !boosterAttached && upperStageAttached;
    }

    private void end() {
        boosterAttached = false;
        upperStageAttached = false;
        escapeTowerAttached = false;
        phase = Phase.ENDED;
    }

    private void require(boolean legal) {
        if (!legal) {
            throw new IllegalStateException();
        }
    }

    private void failWith(Failure what) {
        failure = what;
        assert failure == Failure.NONE;
    }
}
