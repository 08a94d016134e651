import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** An order from the first item to delivery, with a list of items and a state. */
public class OrderWorkflow {
    /** Where an order stands. */
    public enum Status { DRAFT, SUBMITTED, PAID, SHIPPED, DELIVERED, CANCELLED }

    /** One line of an order. */
    public static final class Item {
        private final String sku;
        private final int quantity;
        private final long unitPrice;

        public Item(String sku, int quantity, long unitPrice) {
            if (sku == null || sku.isEmpty()) {
                throw new IllegalArgumentException("an item needs a SKU");
            }
            if (quantity <= 0) {
                throw new IllegalArgumentException("quantity must be positive: " + quantity);
            }
            if (unitPrice < 0) {
                throw new IllegalArgumentException("price must not be negative: " + unitPrice);
            }
            this.sku = sku;
            this.quantity = quantity;
            this.unitPrice = unitPrice;
        }

        public String sku() {
            return sku;
        }

        public long total() {
            return unitPrice * quantity;
        }
    }

    private final List<Item> items = new ArrayList<>();
    private Status status = Status.DRAFT;
    private String trackingNumber;

    public void addItem(Item item) {
        require(Status.DRAFT);
        if (item == null) {
            throw new NullPointerException("item");
        }
        items.add(item);
    }

    public void removeLastItem() {
        require(Status.DRAFT);
        if (items.isEmpty()) {
            throw new IllegalStateException("there is no item to remove");
        }
        items.remove(items.size() - 1);
    }

    public void submit() {
        require(Status.DRAFT);
        if (items.isEmpty()) {
            throw new IllegalStateException("an order without items cannot be submitted");
        }
        status = Status.SUBMITTED;
    }

    public void reopen() {
        require(Status.SUBMITTED);
        status = Status.DRAFT;
    }

    public void pay() {
        require(Status.SUBMITTED);
        status = Status.PAID;
    }

    public void ship(String tracking) {
        require(Status.PAID);
        if (tracking == null) {
            throw new IllegalArgumentException("a tracking number is needed");
        }
        trackingNumber = tracking;
        status = Status.SHIPPED;
    }

    public void deliver() {
        require(Status.SHIPPED);
        status = Status.DELIVERED;
    }

    public void cancel() {
        if (status == Status.SHIPPED || status == Status.DELIVERED) {
            throw new IllegalStateException("too late to cancel: " + status);
        }
        status = Status.CANCELLED;
    }

    public String trackingNumber() {
        if (trackingNumber == null) {
            throw new IllegalStateException("not shipped yet");
        }
        return trackingNumber;
    }

    public long total() {
        long sum = 0;
        for (Item item : items) {
            sum += item.total();
        }
        return sum;
    }

    public List<Item> items() {
        return Collections.unmodifiableList(items);
    }

    public Status status() {
        return status;
    }

    private void require(Status expected) {
        if (status != expected) {
            throw new IllegalStateException("expected " + expected + " but the order is " + status);
        }
    }
}
