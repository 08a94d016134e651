// Two arguments are remembered, and later calls mix conditions on them with others: owner and pin must match, the amount
// must be positive.
public class Account {
    private int owner;
    private int pin;
    private boolean open;

    public void open(int owner, int pin) {
        if (open || pin < 1000) {
            throw new IllegalStateException();
        }
        open = true;
        this.owner = owner;
        this.pin = pin;
    }

    public void withdraw(int owner, int pin, long amount) {
        if (!open || owner != this.owner || pin != this.pin || amount <= 0) {
            throw new SecurityException();
        }
    }

    public void close(int pin) {
        if (!open || pin != this.pin) {
            throw new SecurityException();
        }
        open = false;
    }
}
