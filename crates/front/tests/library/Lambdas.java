import java.util.*;
import java.util.function.*;

public class Lambdas {
    interface Shape { double area(); default String show() { return "area " + area(); } }
    record Point(int x, double y, String name, long z, byte b, float f, char c, boolean d, int[] a) {}
    record Empty() {}
    record Pair<A, B>(A first, B second) {
        Pair { Objects.requireNonNull(first); }
    }
    static abstract class Base { int base = 3; int twice(int x) { return 2 * x; } }
    static class Sub extends Base {
        int twice(int x) { return 3 * x; }
        IntUnaryOperator above() { return super::twice; }
        IntUnaryOperator own() { return this::twice; }
        Supplier<Integer> inner() { return () -> base; }
    }

    public static int plain(int n) {
        IntBinaryOperator add = (a, b) -> a + b;
        return add.applyAsInt(n, 4);
    }

    public static int captured(int n) {
        long l = 5;
        double d = 0.5;
        String s = "s" + n;
        Function<Integer, String> f = x -> s + x + l + d + n;
        return f.apply(3).hashCode();
    }

    public static int boxes(int n) {
        Function<Integer, Integer> f = Math::abs;
        ToLongFunction<Integer> g = x -> x;
        Supplier<Long> h = () -> (long) n;
        BiFunction<Integer, Integer, Integer> max = Math::max;
        IntFunction<Integer> box = Integer::valueOf;
        ToDoubleFunction<Integer> wide = Integer::intValue;
        return f.apply(n) + (int) g.applyAsLong(n) + h.get().intValue() + max.apply(n, 2) + box.apply(n) + (int) wide.applyAsDouble(n);
    }

    public static int references(int n) {
        Function<String, Integer> length = String::length;
        Supplier<List<Integer>> make = ArrayList::new;
        IntFunction<int[]> array = int[]::new;
        Function<Integer, Integer> bound = Integer.valueOf(n)::compareTo;
        List<Integer> l = make.get();
        Consumer<Integer> add = l::add;
        add.accept(n);
        return length.apply("abc") + l.size() + array.apply(3).length + bound.apply(4);
    }

    public static int nullReference(int n) {
        String s = n > 0 ? "a" : null;
        Supplier<Integer> f = s::length;
        return f.get();
    }

    public static int supers(int n) {
        Sub s = new Sub();
        return s.above().applyAsInt(n) * 100 + s.own().applyAsInt(n) + s.inner().get();
    }

    public static int composed(int n) {
        Function<Integer, Integer> inc = x -> x + 1;
        Predicate<Integer> p = x -> x > 3;
        return inc.andThen(x -> x * 2).compose((Integer x) -> x - 5).apply(n) + (p.negate().or(x -> x == 10).test(n) ? 1 : 0);
    }

    public static int defaults(int n) {
        Shape s = () -> n * 2.0;
        return s.show().hashCode();
    }

    public static int wrongCast(int n) {
        Function f = (Function<String, Integer>) String::length;
        Object x = n > 0 ? "abc" : Integer.valueOf(1);
        return (Integer) f.apply(x);
    }

    public static boolean same(int n) {
        Object[] made = new Object[2];
        for (int i = 0; i < 2; i++) made[i] = (Runnable) () -> { };
        return made[0] == made[1];
    }

    public static int serializable(int n) {
        Runnable r = (Runnable & java.io.Serializable) () -> { };
        return (r instanceof java.io.Serializable ? 1 : 0) + n;
    }

    public static int records(int n) {
        int[] a = {1};
        Point p = new Point(n, 2.5, "n", 7L, (byte) 3, 1.5f, 'x', true, a);
        Point q = new Point(n, 2.5, "n", 7L, (byte) 3, 1.5f, 'x', true, a);
        return (p.equals(q) ? 1 : 0) + (p.equals(null) ? 2 : 0) + p.x() + new Empty().hashCode() + new Empty().toString().length()
            + (new Empty().equals(new Empty()) ? 4 : 0);
    }

    public static int recordText(int n) {
        Pair<Integer, String> p = new Pair<>(n, "b");
        return p.toString().hashCode() * 31 + p.hashCode() + (p.equals(new Pair<>(n, "b")) ? 1 : 0)
            + new Pair<>(1.5, 'c').toString().hashCode();
    }

    public static int recordNaN(double x) {
        record D(double d, float f) {}
        return (new D(x, (float) x).equals(new D(x, (float) x)) ? 1 : 0) + (new D(0.0, 0f).equals(new D(-0.0, 0f)) ? 2 : 0)
            + new D(1.5, 2f).hashCode();
    }

    public static int recordChecks(int n) {
        return new Pair<>(n > 0 ? n : null, 1).hashCode();
    }

    public static int streams(int n) {
        return List.of(1, 2, 3, n).stream().filter(x -> x > 1).mapToInt(x -> x * 2).sum();
    }

    public static int collected(int n) {
        return List.of("a", "bb", "cc" + n).stream().map(String::toUpperCase).sorted(Comparator.reverseOrder())
            .collect(java.util.stream.Collectors.joining("|")).hashCode();
    }

    public static int ranges(int n) {
        return java.util.stream.IntStream.range(0, 10).filter(i -> i % 2 == 0).map(i -> i * n).sum();
    }
}
