import java.util.*;

public class Patterns {
    sealed interface Shape permits Circle, Square, Unit { }
    record Circle(double r) implements Shape { }
    record Square(int side) implements Shape { }
    enum Unit implements Shape { ONE, TWO }
    enum Color { RED, GREEN, BLUE }

    static Object some(int n) {
        return switch (n) {
            case 0 -> "text";
            case 1 -> 42;
            case 2 -> new Circle(2);
            case 5 -> List.of("x");
            case 100 -> 'c';
            default -> null;
        };
    }

    public static int types(int n) {
        return switch (some(n)) {
            case null -> -1;
            case String s when s.length() > 10 -> 1;
            case String s -> 2 + s.length();
            case Integer i when i > 40 -> 100 + i;
            case Integer i -> i;
            case Circle(double r) -> (int) r * 1000;
            case List<?> l -> l.size() * 7;
            default -> 55;
        };
    }

    public static int noNull(int n) {
        return switch (some(n)) {
            case String s -> 1;
            default -> 2;
        };
    }

    public static int constants(int n) {
        Integer boxed = n;
        return switch (boxed) {
            case 1 -> 10;
            case Integer i when i > 3 -> 20;
            case 2 -> 30;
            case Integer i -> 40;
        };
    }

    public static int shapes(int n) {
        Shape s = n == 0 ? new Circle(1) : n == 1 ? new Square(n) : n == 2 ? Unit.ONE : Unit.TWO;
        return switch (s) {
            case Circle c -> 1;
            case Square(int side) -> side + 5;
            case Unit.ONE -> 7;
            case Unit.TWO -> 8;
        };
    }

    public static int colors(int n) {
        Color c = n < 0 ? null : Color.values()[n % 3];
        return switch (c) {
            case RED -> 1;
            case Color x when x.ordinal() == 1 -> 5;
            case GREEN -> 2;
            case BLUE -> 3;
            case Color x -> 4;
        };
    }

    public static int strings(int n) {
        String s = n == 1 ? "one" : n == 2 ? "two" : "other" + n;
        return switch (s) {
            case "one" -> 1;
            case String t when t.startsWith("other1") -> 3;
            case "two" -> 2;
            case String t -> t.length();
        };
    }
}
