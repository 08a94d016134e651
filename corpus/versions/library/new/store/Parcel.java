package store;

/** A parcel on its way. */
public class Parcel {
    private enum Place { SHOP, ROAD, HOME }

    private Place place = Place.SHOP;

    public void send() {
        expect(Place.SHOP);
        place = Place.ROAD;
    }

    public void deliver() {
        expect(Place.ROAD);
        place = Place.HOME;
    }

    public void giveBack() {
        if (place == Place.SHOP) {
            throw new IllegalStateException("never sent");
        }
        place = Place.SHOP;
    }

    private void expect(Place wanted) {
        if (place != wanted) {
            throw new IllegalStateException(place + ", not " + wanted);
        }
    }
}
