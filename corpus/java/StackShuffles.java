// Expressions that use a value and change it: of a long field, of an element of a long array, of a local far ahead.
public class StackShuffles {
    private final long[] counts = {0L};
    private long count = 0L;
    private long last = 0L;

    public void step() {
        if (last == 4L) {
            throw new IllegalStateException();
        }
        int far = 0;
        far += 1000;
        last = counts[(far -= 1000)]++ + count++;
    }

    public void none() {
        if (last != 0L) {
            throw new IllegalStateException();
        }
    }

    public void reset() {
        counts[0] = count = last = 0L;
    }
}
