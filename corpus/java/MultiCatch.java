// Exceptions of its own in a hierarchy, caught together, by their superclass, or not at all.
public class MultiCatch {
    private static class Trouble extends RuntimeException {}

    private static final class Late extends Trouble {}

    private static final class Lost extends RuntimeException {}

    private int outcome = 0;

    public void deliver(int day) {
        outcome = 0;
        try {
            attempt(day);
        } catch (Late | Lost e) {
            outcome = 1;
        } catch (Trouble e) {
            outcome = 2;
        }
    }

    public void apologise() {
        require(outcome == 1);
    }

    public void refund() {
        require(outcome == 2);
    }

    private static void attempt(int day) {
        switch (day) {
            case 0: throw new Late();
            case 1: throw new Lost();
            case 2: throw new Trouble();
            case 3: throw new IllegalArgumentException();
            default:
        }
    }

    private static void require(boolean legal) {
        if (!legal) {
            throw new IllegalStateException();
        }
    }
}
