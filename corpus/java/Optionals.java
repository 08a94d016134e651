// An Optional, filtered with a lambda.
import java.util.Optional;

public class Optionals {
    private Optional<String> word = Optional.empty();

    public void set(boolean longer) {
        word = Optional.of(longer ? "aa" : "a");
    }

    public void keepLonger() {
        word = word.filter(w -> w.length() > 1);
    }

    public String get() {
        return word.orElseThrow();
    }
}
