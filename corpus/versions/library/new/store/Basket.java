package store;

/** A basket that is filled, then paid. */
public class Basket {
    private int items;
    private boolean paid;

    public void add() {
        if (paid || !Rules.fits(items)) {
            throw new IllegalStateException("no more");
        }
        items++;
    }

    public void pay() {
        if (items == 0) {
            throw new IllegalStateException("nothing to pay");
        }
        paid = true;
    }
}
