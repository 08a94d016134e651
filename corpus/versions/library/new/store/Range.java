package store;

/** Numbers from 10 to 20. */
public class Range {
    public void check(int number) {
        if (Integer.compareUnsigned(number - 10, 11) >= 0) {
            throw new IllegalArgumentException();
        }
    }
}
