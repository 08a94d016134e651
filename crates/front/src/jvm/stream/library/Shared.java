package $model.stream;

/** In place of StringBuffer. */
final class Shared extends Builder {
    Shared() {}

    Shared(int capacity) {
        super(capacity);
    }

    Shared(String text) {
        super(text);
    }

    Shared(CharSequence text) {
        super(text);
    }
}
