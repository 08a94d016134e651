package $model.stream;

/** In place of StringBuilder. */
final class Single extends Builder {
    Single() {}

    Single(int capacity) {
        super(capacity);
    }

    Single(String text) {
        super(text);
    }

    Single(CharSequence text) {
        super(text);
    }
}
