import java.util.HashMap;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;

/** Customers by number, changed within transactions. */
public class CustomerRepository {
    /** A customer. */
    public static final class Customer {
        private final int number;
        private String name;

        public Customer(int number, String name) {
            this.number = number;
            this.name = name;
        }

        public int number() {
            return number;
        }

        public String name() {
            return name;
        }

        void rename(String name) {
            this.name = name;
        }
    }

    private final Map<Integer, Customer> stored = new HashMap<>();
    private Map<Integer, Customer> changed;

    public void begin() {
        if (changed != null) {
            throw new IllegalStateException("a transaction is open already");
        }
        changed = new HashMap<>(stored);
    }

    public void commit() {
        requireTransaction();
        stored.clear();
        stored.putAll(changed);
        changed = null;
    }

    public void rollback() {
        requireTransaction();
        changed = null;
    }

    public void insert(int number) {
        requireTransaction();
        if (number <= 0) {
            throw new IllegalArgumentException("numbers are positive");
        }
        if (changed.containsKey(number)) {
            throw new IllegalStateException("customer " + number + " exists");
        }
        changed.put(number, new Customer(number, "new"));
    }

    public void delete(int number) {
        requireTransaction();
        if (changed.remove(number) == null) {
            throw new NoSuchElementException("no customer " + number);
        }
    }

    public Optional<Customer> find(int number) {
        return Optional.ofNullable(stored.get(number));
    }

    public Customer get(int number) {
        return find(number).orElseThrow(() -> new NoSuchElementException("no customer " + number));
    }

    public String nameOf(int number) {
        return find(number).map(Customer::name).orElse("nobody");
    }

    public int count() {
        return stored.size();
    }

    private void requireTransaction() {
        if (changed == null) {
            throw new IllegalStateException("no transaction is open");
        }
    }
}
