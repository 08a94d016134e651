// Nested classes are initialised when they are first used, in the order of use; a constant does not count as use.
public class InitOrder {
    private static int ticket = 0;

    public void first() {
        First.touch();
    }

    public void second() {
        Second.touch();
    }

    public int constant() {
        return Second.CONSTANT;
    }

    public void compare() {
        if (First.number > Second.number) {
            throw new IllegalStateException();
        }
    }

    private static final class First {
        static final int number = ticket++;

        static void touch() {}
    }

    private static final class Second {
        static final int CONSTANT = 7;
        static final int number = ticket++;

        static void touch() {}
    }
}
