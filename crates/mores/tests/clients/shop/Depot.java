package shop;

/** The class under study is nested in one that only its package can name. */
class Depot {
    public static class Shelf<T> {
        private final int places;
        private Object first;

        public Shelf(int places) {
            this.places = places;
        }

        public void put(T item) {
            if (item == null || first != null || places < 1) {
                throw new IllegalStateException();
            }
            first = item;
        }

        public Object take() {
            if (first == null) {
                throw new IllegalStateException();
            }
            Object taken = first;
            first = null;
            return taken;
        }
    }
}
