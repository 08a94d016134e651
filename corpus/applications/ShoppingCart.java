import java.util.HashMap;
import java.util.Map;

/** Articles with quantities, a voucher, and a checkout that ends it. */
public class ShoppingCart {
    private static final int MOST_OF_ONE = 99;

    private final Map<String, Integer> quantities = new HashMap<>();
    private String voucher;
    private boolean checkedOut;

    public void add(String article, int quantity) {
        requireOpen();
        if (article == null || article.isBlank()) {
            throw new IllegalArgumentException("an article is needed");
        }
        if (quantity <= 0) {
            throw new IllegalArgumentException("quantity must be positive");
        }
        int now = quantities.getOrDefault(article, 0) + quantity;
        if (now > MOST_OF_ONE) {
            throw new IllegalArgumentException("at most " + MOST_OF_ONE + " of one article");
        }
        quantities.put(article, now);
    }

    public void remove(String article) {
        requireOpen();
        if (quantities.remove(article) == null) {
            throw new IllegalArgumentException(article + " is not in the cart");
        }
    }

    public void applyVoucher(String code) {
        requireOpen();
        if (voucher != null) {
            throw new IllegalStateException("one voucher only");
        }
        if (quantities.isEmpty()) {
            throw new IllegalStateException("the cart is empty");
        }
        if (!code.equals("WELCOME") && !code.startsWith("SAVE")) {
            throw new IllegalArgumentException("unknown voucher " + code);
        }
        voucher = code;
    }

    public void dropVoucher() {
        requireOpen();
        if (voucher == null) {
            throw new IllegalStateException("there is no voucher");
        }
        voucher = null;
    }

    public int checkout() {
        requireOpen();
        if (quantities.isEmpty()) {
            throw new IllegalStateException("the cart is empty");
        }
        checkedOut = true;
        return quantities.values().stream().mapToInt(Integer::intValue).sum();
    }

    public void clear() {
        requireOpen();
        quantities.clear();
        voucher = null;
    }

    public int quantityOf(String article) {
        return quantities.getOrDefault(article, 0);
    }

    public boolean isEmpty() {
        return quantities.isEmpty();
    }

    private void requireOpen() {
        if (checkedOut) {
            throw new IllegalStateException("the cart was checked out");
        }
    }
}
