// The smallest protocol: a coin lets one person through.
public class Turnstile {
    private boolean unlocked = false;

    public void coin() {
        unlocked = true;
    }

    public void push() {
        if (!unlocked) {
            throw new IllegalStateException();
        }
        unlocked = false;
    }
}
