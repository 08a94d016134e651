// Compound assignments that cut the result to the type of the variable without saying so.
public class Narrowing {
    private byte level = 0;

    public void up() {
        if (level < 0) {
            throw new IllegalStateException();
        }
        level += 100.7;
    }

    public void down() {
        if (level >= 0) {
            throw new IllegalStateException();
        }
        level -= 100;
    }
}
