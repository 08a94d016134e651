import java.lang.reflect.Array;
import java.util.*;

public class Reflections {
    interface Named { }
    static class Animal implements Named, Cloneable { int legs = 4; int[] toes = {5}; public Animal clone() throws CloneNotSupportedException { return (Animal) super.clone(); } }
    static class Dog extends Animal { }
    static class Stone { Object copy() throws CloneNotSupportedException { return super.clone(); } }
    enum Kind { A, B { } }

    public static int classes(int n) {
        Object o = n > 0 ? new Dog() : new Animal();
        int r = o.getClass() == Dog.class ? 1 : 0;
        r += Animal.class.isInstance(o) ? 2 : 0;
        r += Dog.class.isInstance(o) ? 4 : 0;
        r += Named.class.isAssignableFrom(Dog.class) ? 8 : 0;
        r += int[].class.isArray() ? 16 : 0;
        r += int.class.isPrimitive() ? 32 : 0;
        r += Named.class.isInterface() ? 64 : 0;
        r += Dog.class.getSuperclass() == Animal.class ? 128 : 0;
        r += Kind.B.getClass().isEnum() ? 256 : 0;
        r += Kind.B.getDeclaringClass() == Kind.class ? 512 : 0;
        r += int.class == Integer.TYPE ? 1024 : 0;
        r += String[].class.getComponentType() == String.class ? 2048 : 0;
        return r;
    }

    public static int names(int n) {
        return (Dog.class.getName() + Dog.class.getSimpleName() + int[][].class.getName() + String[].class.getSimpleName()
            + new Object() { }.getClass().getSimpleName() + Kind.class.getTypeName() + String.class.getPackageName()
            + int.class.getName() + String[].class.getTypeName() + Dog.class).hashCode();
    }

    public static int arrays(int n) {
        Object a = Array.newInstance(String.class, n);
        String[] s = new ArrayList<>(List.of("a", "b", "c")).toArray(new String[0]);
        return (a instanceof String[] ? 1 : 0) + ((String[]) a).length * 10 + s.length;
    }

    public static int clones(int n) throws Exception {
        Animal a = new Dog();
        a.legs = n;
        Animal b = a.clone();
        b.toes[0]++;
        return b.legs + a.toes[0] + (b instanceof Dog ? 100 : 0) + (a == b ? 1000 : 0);
    }

    public static int noClone(int n) throws Exception {
        return new Stone().copy().hashCode();
    }

    public static int casts(int n) {
        Object o = n > 0 ? "a" : Integer.valueOf(3);
        return String.class.cast(o).length();
    }

    public static boolean assertions(int n) {
        boolean on = false;
        assert on = true;
        return on;
    }

    public static int boxes(int n) {
        Integer a = n, b = n;
        Long l = 5L;
        Character c = 'x';
        return (a == b ? 1 : 0) + (a.equals(b) ? 2 : 0) + (l.equals(5) ? 4 : 0) + c.hashCode() + a.compareTo(7) * 8
            + Boolean.hashCode(true) + Double.hashCode(1.5) + Byte.toUnsignedInt((byte) n) + Short.compare((short) 1, (short) 2);
    }

    public static long maths(int n) {
        return Math.addExact(n, 1) + Math.floorMod(n, 7) + Math.abs(n) + Math.max(n, 3L) + Integer.signum(n) + Math.multiplyHigh(n, 1L << 40)
            + Integer.compareUnsigned(n, 5) + Long.divideUnsigned(n, 3) + Integer.highestOneBit(n) + Math.toIntExact(5L);
    }

    public static int overflow(int n) {
        return Math.addExact(Integer.MAX_VALUE, n);
    }

    static int count = 0;
    static class Lazy { static final int X = ++count; static int touch() { return X; } }

    public static int lazy(int n) {
        int before = count;
        if (n > 0) Lazy.touch();
        return before * 10 + count;
    }

    public static int uuid(int n) {
        return new UUID(n, 5).hashCode();
    }

    static class With$Dollar { private static final class Inner { } }

    public static int simpleNames(int n) {
        class Local { }
        return (With$Dollar.class.getSimpleName() + With$Dollar.Inner.class.getSimpleName() + Local.class.getSimpleName()
            + Local[][].class.getSimpleName() + int[].class.getSimpleName() + new Runnable() { public void run() { } }.getClass().getSimpleName()
            + Map.Entry.class.getSimpleName()).hashCode();
    }

    public static int modifiers(int n) {
        return With$Dollar.Inner.class.getModifiers() * 31 + Reflections.class.getModifiers() + Named.class.getModifiers() + Kind.class.getModifiers()
            + int.class.getModifiers() + String.class.getModifiers() + List.class.getModifiers() + Map.Entry.class.getModifiers();
    }

    private static Object array(int kind) {
        return switch (kind) {
            case 0 -> new byte[] {1, -2};
            case 1 -> new char[] {'a', '\uffff'};
            case 2 -> new int[] {7, Integer.MIN_VALUE, 9};
            case 5 -> new long[] {1L << 40};
            case 100 -> new Object[] {"text", null};
            case -1 -> "no array";
            default -> null;
        };
    }

    private static Object another(int kind) {
        return switch (kind) {
            case 0 -> new short[] {3, -3};
            case 1 -> new boolean[] {true, false};
            case 2 -> new float[] {1.5f};
            case 5 -> new double[] {-0.0, 2.5};
            case 100 -> new String[] {"one", "two"};
            case -1 -> new int[][] {{1, 2}, {}};
            default -> null;
        };
    }

    public static int lengths(int kind) {
        return Array.getLength(array(kind));
    }

    public static int otherLengths(int kind) {
        return Array.getLength(another(kind));
    }

    public static int elements(int kind, int index) {
        Object element = Array.get(array(kind), index);
        return element == null ? -5 : element instanceof String s ? s.length() : ((Object) element).hashCode();
    }

    public static int otherElements(int kind, int index) {
        Object element = Array.get(another(kind), index);
        return element instanceof int[] row ? row.length : element.equals(true) ? 1 : element instanceof Number n ? n.intValue() : 50;
    }

    public static boolean newBoxes(int n) {
        Object numbers = new int[] {1};
        return Array.get(numbers, 0) == Array.get(numbers, 0);
    }

    public static int stored(int kind, int index) {
        Object texts = kind == 0 ? "no array" : kind == 1 ? null : kind == 2 ? new Integer[2] : new String[2];
        Array.set(texts, index, kind == 5 ? null : "x");
        return Array.get(texts, index) == null ? 0 : 1;
    }
}
