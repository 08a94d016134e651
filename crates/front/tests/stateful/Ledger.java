import java.util.*;

public class Ledger {
    private static int opened;
    private static final Map<Integer, Long> TOTALS = new HashMap<>();
    private final long[] balances = new long[4];
    private double rate = 1.5;
    private Optional<String> note = Optional.empty();

    public Ledger() { if (++opened > 3) throw new IllegalStateException("too many"); }

    public void pay(int from, int to, long amount) {
        if (amount <= 0) throw new IllegalArgumentException();
        if (balances[from & 7] - amount < -100) throw new ArithmeticException();
        balances[from] -= amount;
        balances[to & 3] = Math.addExact(balances[to & 3], amount);
        TOTALS.merge(to & 3, amount, Long::sum);
    }
    public long balance(int i) { return balances[i]; }
    public void interest() { for (int i = 0; i < balances.length; i++) balances[i] = (long) (balances[i] * rate); }
    public void rate(double r) { if (!(r >= 0)) throw new IllegalArgumentException(); rate = r % 3; }
    public double rate() { return rate; }
    public void note(int n) { note = n % 3 == 0 ? Optional.empty() : Optional.of("n" + n % 3); }
    public int noted() { return note.map(String::length).orElseThrow(); }
    public long total(int i) { return TOTALS.get(i & 3); }
    public static int opened() { return opened; }
    public float share(float part) { return balances[0] * part / 2f; }
}
