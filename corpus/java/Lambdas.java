// A lambda that captures a parameter, kept in a field and replaced.
import java.util.function.IntPredicate;

public class Lambdas {
    private IntPredicate rule;

    public void choose(boolean strict) {
        rule = n -> strict ? n == 1 : n > 0;
    }

    public void check(int n) {
        if (!rule.test(n)) {
            throw new IllegalArgumentException();
        }
    }
}
