// Generics: a raw call reaches the bridge method, which casts and fails for the wrong type.
public class Bridge {
    private interface Reader<T> {
        void read(T value);
    }

    private static final class Numbers implements Reader<Integer> {
        @Override
        public void read(Integer value) {}
    }

    private static final class Texts implements Reader<String> {
        @Override
        public void read(String value) {}
    }

    private Reader<?> reader = new Numbers();

    public void forNumbers() {
        reader = new Numbers();
    }

    public void forTexts() {
        reader = new Texts();
    }

    @SuppressWarnings({"rawtypes", "unchecked"})
    public void read(boolean text) {
        ((Reader) reader).read(text ? "seven" : (Object) 7);
    }
}
