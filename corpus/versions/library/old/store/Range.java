package store;

/** Numbers from 10 to 20. */
public class Range {
    public void check(int number) {
        if (number < 10 || number > 20) {
            throw new IllegalArgumentException();
        }
    }
}
