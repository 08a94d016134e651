// A method with any number of arguments: an array is made of them, unless one is passed.
public class Varargs {
    private int level = 0;

    public void none() {
        level = count();
    }

    public void one() {
        level = count((Object) null);
    }

    public void two() {
        level = count(new Object[] {"a", "b"});
    }

    public void hold() {
        if (level != 1) {
            throw new IllegalStateException();
        }
    }

    public void fire() {
        if (level != count(1, 2.0)) {
            throw new IllegalStateException();
        }
    }

    private static int count(Object... things) {
        return things.length;
    }
}
