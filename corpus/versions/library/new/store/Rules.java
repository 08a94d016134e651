package store;

/** What a basket may hold. */
class Rules {
    private Rules() {}

    static boolean fits(int items) {
        return items < 3;
    }
}
