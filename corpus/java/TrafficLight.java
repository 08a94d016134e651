// Both kinds of switch: over the neighbouring values of a field, and over far apart values of a parameter.
public class TrafficLight {
    private static final int RED = 0;
    private static final int GREEN = 1;
    private static final int AMBER = 2;
    private int colour = RED;

    public void next() {
        switch (colour) {
            case RED:
                colour = GREEN;
                break;
            case GREEN:
                colour = AMBER;
                break;
            case AMBER:
                colour = RED;
                break;
            default:
                throw new IllegalStateException();
        }
    }

    public void set(int code) {
        switch (code) {
            case 10:
                colour = RED;
                break;
            case 200:
                colour = GREEN;
                break;
            case 3000:
                colour = AMBER;
                break;
            default:
                throw new IllegalArgumentException();
        }
    }

    public void go() {
        if (colour != GREEN) {
            throw new IllegalStateException();
        }
    }

    public void stop() {
        if (colour != RED) {
            throw new IllegalStateException();
        }
    }
}
