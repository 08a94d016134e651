// References to methods of all four kinds: of a class, of one object, of any object of a type, and to a constructor.
import java.util.function.IntUnaryOperator;
import java.util.function.Predicate;
import java.util.function.Supplier;

public class MethodRefs {
    private final Supplier<Token> maker = Token::new;
    private final Predicate<Token> spent = Token::isSpent;
    private final IntUnaryOperator successor = MethodRefs::successor;
    private Runnable step = this::issue;
    private Token token;

    public void run() {
        step.run();
    }

    public void renew() {
        if (!spent.test(token)) {
            throw new IllegalStateException();
        }
        token = null;
        step = this::issue;
    }

    private void issue() {
        token = maker.get();
        step = this::spend;
    }

    private void spend() {
        if (token.isSpent()) {
            throw new IllegalStateException();
        }
        token.uses = successor.applyAsInt(token.uses);
    }

    private static int successor(int n) {
        return n + 1;
    }

    private static final class Token {
        int uses = 0;

        boolean isSpent() {
            return uses > 0;
        }
    }
}
