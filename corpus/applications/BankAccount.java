import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/** An account with a balance, an overdraft limit and a book of what was done. */
public class BankAccount {
    private BigDecimal balance = BigDecimal.ZERO;
    private final BigDecimal limit;
    private final List<BigDecimal> book = new ArrayList<>();
    private boolean locked;
    private boolean closed;

    public BankAccount(int limit) {
        if (limit < 0) {
            throw new IllegalArgumentException("the limit must not be negative");
        }
        this.limit = BigDecimal.valueOf(limit);
    }

    public void deposit(BigDecimal amount) {
        requireUsable();
        requirePositive(amount);
        balance = balance.add(amount);
        book.add(amount);
    }

    public void withdraw(BigDecimal amount) {
        requireUsable();
        requirePositive(amount);
        BigDecimal after = balance.subtract(amount);
        if (after.compareTo(limit.negate()) < 0) {
            throw new IllegalStateException("the limit would be exceeded");
        }
        balance = after;
        book.add(amount.negate());
    }

    public void lock() {
        if (closed) {
            throw new IllegalStateException("the account is closed");
        }
        if (locked) {
            throw new IllegalStateException("the account is locked already");
        }
        locked = true;
    }

    public void unlock() {
        if (!locked) {
            throw new IllegalStateException("the account is not locked");
        }
        locked = false;
    }

    public void close() {
        requireUsable();
        if (balance.signum() != 0) {
            throw new IllegalStateException("the balance is not zero");
        }
        closed = true;
    }

    public BigDecimal balance() {
        return balance;
    }

    public BigDecimal lastEntry() {
        if (book.isEmpty()) {
            throw new IllegalStateException("nothing was booked yet");
        }
        return book.get(book.size() - 1);
    }

    public int entries() {
        return book.size();
    }

    private void requireUsable() {
        if (closed) {
            throw new IllegalStateException("the account is closed");
        }
        if (locked) {
            throw new IllegalStateException("the account is locked");
        }
    }

    private static void requirePositive(BigDecimal amount) {
        if (amount == null) {
            throw new NullPointerException("amount");
        }
        if (amount.signum() <= 0) {
            throw new IllegalArgumentException("the amount must be positive");
        }
    }
}
