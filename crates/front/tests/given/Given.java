import java.util.Comparator;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.BinaryOperator;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntBinaryOperator;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.function.IntSupplier;
import java.util.function.IntUnaryOperator;
import java.util.function.LongBinaryOperator;
import java.util.function.LongUnaryOperator;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import java.util.function.UnaryOperator;

/** Functions to pass to methods: each takes a number that says what it does. */
public final class Given {
    static Object pick(int k, Object x) {
        switch (k & 3) {
            case 0: return null;
            case 1: return x;
            case 2: return k;
            default: return "given" + k;
        }
    }

    static Function<Object, Object> function(int k) {
        return x -> pick(k, x);
    }

    static UnaryOperator<Object> unary(int k) {
        return x -> pick(k, x);
    }

    static BiFunction<Object, Object, Object> biFunction(int k) {
        return (x, y) -> pick(k, (k & 4) == 0 ? x : y);
    }

    static BinaryOperator<Object> binary(int k) {
        return (x, y) -> pick(k, (k & 4) == 0 ? x : y);
    }

    static Supplier<Object> supplier(int k) {
        return () -> pick(k, "supplied");
    }

    static Predicate<Object> predicate(int k) {
        return x -> x == null ? (k & 1) == 0 : x instanceof Integer && ((Integer) x & 1) == (k & 1);
    }

    static Consumer<Object> consumer(int k) {
        return x -> {
            if ((k & 7) == 5 && x == null) throw new IllegalStateException("given");
        };
    }

    static BiConsumer<Object, Object> biConsumer(int k) {
        return (x, y) -> {
            if ((k & 7) == 5) throw new UnsupportedOperationException("given");
        };
    }

    static Comparator<Object> comparator(int k) {
        return (x, y) -> (k & 1) == 0 ? x.toString().compareTo(y.toString()) : y.toString().length() - x.toString().length();
    }

    static Runnable runnable(int k) {
        return () -> {
            if ((k & 7) == 5) throw new IllegalStateException("given");
        };
    }

    static ToIntFunction<Object> toInt(int k) {
        return x -> x == null ? k : x.toString().length() + k;
    }

    static IntFunction<Object> intFunction(int k) {
        return n -> pick(k, n);
    }

    static IntUnaryOperator intUnary(int k) {
        return n -> n * 3 + k;
    }

    static IntBinaryOperator intBinary(int k) {
        return (a, b) -> (k & 1) == 0 ? a - b : a * b + k;
    }

    static IntPredicate intPredicate(int k) {
        return n -> n > k;
    }

    static IntSupplier intSupplier(int k) {
        return () -> k;
    }

    static IntConsumer intConsumer(int k) {
        return n -> {
            if (n == k) throw new IllegalStateException("given");
        };
    }

    static LongUnaryOperator longUnary(int k) {
        return n -> n * 3 + k;
    }

    static LongBinaryOperator longBinary(int k) {
        return (a, b) -> (k & 1) == 0 ? a - b : a * b + k;
    }
}
