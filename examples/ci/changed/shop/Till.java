package shop;

/** A till: opened, it takes items; paid, it prints one receipt; then it can be opened again. */
public class Till {
    private boolean open;
    private boolean paid;
    private int items;

    public void open() {
        if (open) {
            throw new IllegalStateException("the till is open already");
        }
        open = true;
        items = 0;
    }

    public void add(int price) {
        if (!open || paid) {
            throw new IllegalStateException("nothing can be added now");
        }
        if (price <= 0) {
            throw new IllegalArgumentException("a price is positive");
        }
        items = 1;
    }

    public void pay() {
        if (!open || paid || items == 0) {
            throw new IllegalStateException("there is nothing to pay");
        }
        paid = true;
    }

    public void print() {
        if (!open) {
            throw new IllegalStateException("the till is closed");
        }
        open = false;
        paid = false;
    }
}
