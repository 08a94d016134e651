// The same call runs different code: an abstract class, two levels of overriding, and a call of the overridden method.
public class Dispatch {
    private Mode mode = new Off();

    public void press() {
        mode = mode.press();
    }

    public void hold() {
        mode = mode.hold();
    }

    private abstract static class Mode {
        abstract Mode press();

        Mode hold() {
            throw new IllegalStateException();
        }
    }

    private static final class Off extends Mode {
        @Override
        Mode press() {
            return new On();
        }
    }

    private static class On extends Mode {
        @Override
        Mode press() {
            return new Off();
        }

        @Override
        Mode hold() {
            return new Blinking();
        }
    }

    private static final class Blinking extends On {
        @Override
        Mode press() {
            throw new IllegalStateException();
        }

        @Override
        Mode hold() {
            return super.press();
        }
    }
}
