// An enum as a parameter: its constants and null, over which the switch fails.
public class EnumParam {
    public enum Level { OFF, LOW, HIGH }

    private Level level = Level.OFF;

    public void set(Level wanted) {
        switch (wanted) {
            case OFF:
                require(level == Level.LOW);
                break;
            case LOW:
                break;
            case HIGH:
                require(level != Level.OFF);
                break;
        }
        level = wanted;
    }

    public void boost() {
        require(level.compareTo(Level.LOW) > 0);
    }

    private static void require(boolean legal) {
        if (!legal) {
            throw new IllegalStateException();
        }
    }
}
