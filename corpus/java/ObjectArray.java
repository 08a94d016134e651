// An array of objects whose elements are null until they are filled.
public class ObjectArray {
    private final Guest[] seats = new Guest[2];

    public void sit(boolean left) {
        int seat = left ? 0 : 1;
        if (seats[seat] != null) {
            throw new IllegalStateException();
        }
        seats[seat] = new Guest(seat);
    }

    public void leave(boolean left) {
        int seat = left ? 0 : 1;
        seats[seats[seat].seat] = null;
    }

    private static final class Guest {
        final int seat;

        Guest(int seat) {
            this.seat = seat;
        }
    }
}
