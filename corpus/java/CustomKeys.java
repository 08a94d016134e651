// A HashSet that calls back into an equals and a hashCode written here: keys are equal if they agree modulo two.
import java.util.HashSet;
import java.util.Set;

public class CustomKeys {
    private final Set<Key> keys = new HashSet<>();

    public void add(boolean odd) {
        if (!keys.add(new Key(odd ? 3 : 4))) {
            throw new IllegalStateException();
        }
    }

    public void remove(boolean odd) {
        if (!keys.remove(new Key(odd ? 5 : 6))) {
            throw new IllegalStateException();
        }
    }

    private static final class Key {
        private final int number;

        Key(int number) {
            this.number = number;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Key key && key.number % 2 == number % 2;
        }

        @Override
        public int hashCode() {
            return 42;
        }
    }
}
