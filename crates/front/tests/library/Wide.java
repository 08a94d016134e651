import java.io.*;
import java.util.*;
import java.util.function.*;
import java.util.stream.*;

public class Wide {
    public static int cursors(int n) throws IOException {
        PushbackReader r = new PushbackReader(new StringReader("ab" + n));
        int c = r.read();
        r.unread(c);
        LineNumberReader l = new LineNumberReader(r);
        return l.readLine().hashCode() + l.getLineNumber();
    }
    public static int charArrays(int n) throws IOException {
        CharArrayWriter w = new CharArrayWriter();
        w.write("xyz", 1, 2);
        w.append("q" + n);
        CharArrayReader r = new CharArrayReader(w.toCharArray());
        return r.read() * 31 + (int) r.skip(1) + w.size() + w.toString().hashCode();
    }
    public static int sequence(int n) throws IOException {
        SequenceInputStream s = new SequenceInputStream(new ByteArrayInputStream(new byte[] {1, 2}), new ByteArrayInputStream(new byte[] {(byte) n}));
        int r = 0;
        for (int b; (b = s.read()) >= 0; ) r = r * 31 + b;
        BufferedInputStream b = new BufferedInputStream(new ByteArrayInputStream(new byte[] {5, 6, 7}));
        b.mark(2);
        r += b.read();
        b.reset();
        return r + b.read() + b.available();
    }
    public static int buffered(int n) throws IOException {
        StringWriter w = new StringWriter();
        BufferedWriter b = new BufferedWriter(w);
        b.write("hello " + n);
        int before = w.toString().length();
        b.flush();
        return before + w.toString().hashCode();
    }
    public static int closed(int n) throws IOException {
        StringReader r = new StringReader("a");
        r.close();
        return r.read();
    }
    public static int objects(int n) throws Exception {
        ByteArrayOutputStream o = new ByteArrayOutputStream();
        o.write(new byte[] {1, 2, 3}, 1, n);
        return o.size();
    }
    public static int listViews(int n) {
        List<Integer> l = Collections.synchronizedList(new ArrayList<>(List.of(3, 1, 2)));
        Collections.sort(l);
        Collections.rotate(l, n);
        List<Integer> u = Collections.unmodifiableList(l);
        return u.hashCode() + Collections.binarySearch(List.of(1, 3, 5), 3) + Collections.min(l) + (Collections.disjoint(l, List.of(9)) ? 1 : 0);
    }
    public static int mapViews(int n) {
        TreeMap<String, Integer> m = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        m.put("B", 1);
        m.put("b", 2);
        m.put("a", n);
        m.replaceAll((k, v) -> v + k.length());
        m.computeIfPresent("A", (k, v) -> v > 3 ? null : v + 1);
        NavigableMap<String, Integer> d = m.descendingMap();
        return d.toString().hashCode() + m.tailMap("b", false).size() + m.pollFirstEntry().getValue();
    }
    public static int concurrentModification(int n) {
        Map<Integer, Integer> m = new HashMap<>(Map.of(1, 1));
        m.put(2, 2);
        for (int k : m.keySet()) if (k == n) m.put(k + 100, 0);
        return m.size();
    }
    public static int equality(int n) {
        return (new ArrayList<>(List.of(1, 2)).equals(new LinkedList<>(List.of(1, 2))) ? 1 : 0) + (new HashSet<>(List.of(1)).equals(new TreeSet<>(List.of(1))) ? 2 : 0)
            + (Map.of(1, 2).equals(new HashMap<>(Map.of(1, 2))) ? 4 : 0) + (Arrays.asList(1, n).equals(List.of(1, 2)) ? 8 : 0) + (Arrays.deepEquals(new int[][] {{1}}, new int[][] {{n}}) ? 16 : 0);
    }
    public static int deep(int n) {
        return Arrays.deepToString(new Object[] {1, new int[] {n}, new String[] {"a", null}}).hashCode() + Arrays.deepHashCode(new Object[] {new int[] {1}});
    }
    public static int arraysMore(int n) {
        Integer[] a = {3, 1, 2, n};
        Arrays.sort(a, Collections.reverseOrder());
        long[] l = new long[5];
        Arrays.setAll(l, i -> i * n);
        double[] d = {2.5, -0.0, 0.0, Double.NaN, 1};
        Arrays.sort(d);
        char[] c = "hello".toCharArray();
        Arrays.sort(c, 1, 4);
        return Arrays.hashCode(a) + Arrays.hashCode(l) + Arrays.toString(d).hashCode() + new String(c).hashCode() + Arrays.compare(new int[] {1}, new int[] {n});
    }
    public static int bigSort(int n) {
        int[] a = new int[300];
        for (int i = 0; i < a.length; i++) a[i] = (i * 7919 + n) % 1009;
        Arrays.sort(a);
        Integer[] b = new Integer[100];
        for (int i = 0; i < b.length; i++) b[i] = (i * 31) % 37;
        Arrays.sort(b, (x, y) -> y - x);
        return Arrays.hashCode(a) + Arrays.hashCode(b);
    }
    public static int treeified(int n) {
        class Bad implements Comparable<Bad> { final int x; Bad(int x) { this.x = x; } public int hashCode() { return 7; } public boolean equals(Object o) { return o instanceof Bad b && b.x == x; } public int compareTo(Bad b) { return Integer.compare(x, b.x); } }
        Map<Bad, Integer> m = new HashMap<>();
        for (int i = 0; i < 80; i++) m.put(new Bad(i), i);
        for (int i = 0; i < 70; i++) m.remove(new Bad(i));
        return m.size() + m.get(new Bad(75)) + (m.get(new Bad(n)) == null ? 1 : 0);
    }
    public static int collectors(int n) {
        List<String> l = List.of("a", "bb", "cc", "ddd", "e" + n);
        Map<Boolean, Long> c = l.stream().collect(Collectors.partitioningBy(s -> s.length() > 1, Collectors.counting()));
        TreeMap<Integer, String> t = l.stream().collect(Collectors.toMap(String::length, s -> s, (x, y) -> x + y, TreeMap::new));
        IntSummaryStatistics s = l.stream().mapToInt(String::length).summaryStatistics();
        return c.hashCode() + t.toString().hashCode() + s.getMax() + (int) s.getSum() + l.stream().collect(Collectors.averagingInt(String::length)).intValue()
            + l.stream().collect(Collectors.collectingAndThen(Collectors.toList(), List::size)) + l.stream().peek(x -> { }).takeWhile(x -> x.length() < 3).toList().size();
    }
    public static int duplicateKeys(int n) {
        return Stream.of("a", "b").collect(Collectors.toMap(String::length, s -> n)).size();
    }
    public static int generators(int n) {
        return IntStream.iterate(1, x -> x < 100, x -> x * 3).boxed().map(String::valueOf).collect(Collectors.joining(",")).hashCode()
            + Stream.generate(() -> "z").limit(3).collect(Collectors.joining()).length() + LongStream.rangeClosed(1, 5).reduce(1, (a, b) -> a * b) == 120 ? 5 : 6;
    }
    public static int twice(int n) {
        Stream<Integer> s = Stream.of(1, 2);
        s.count();
        return (int) s.count();
    }
    public static int text(int n) {
        String s = """
            block %s
              two""".formatted(n > 0);
        return s.hashCode() + s.lines().mapToInt(String::length).sum() + "a\tb".translateEscapes().length() + " x ".stripLeading().length() + "AbC".chars().filter(Character::isUpperCase).mapToObj(c -> "" + (char) c).collect(Collectors.joining()).hashCode();
    }
    public static int surrogates(int n) {
        String s = "a\ud83d\ude00b" + n;
        return s.codePointAt(1) + s.offsetByCodePoints(0, 2) + new StringBuilder(s).reverse().toString().hashCode() + Character.charCount(s.codePointAt(1)) + Character.getType('A') + (Character.isLetterOrDigit(0x4f60) ? 1 : 0);
    }
    public static int compareMany(int n) {
        return "a".compareTo("b\u4f60") + "\u4f60a".compareTo("\u4f60b") + (("x" + n).regionMatches(true, 0, "X5", 0, 2) ? 1 : 0);
    }
    public static int functions(int n) {
        Supplier<Supplier<Integer>> s = () -> () -> n + 1;
        UnaryOperator<String> u = UnaryOperator.identity();
        BinaryOperator<Integer> m = BinaryOperator.minBy(Comparator.naturalOrder());
        Function<Object, String> f = Object::toString;
        IntPredicate p = ((IntPredicate) x -> x > 2).and(x -> x < 50);
        ObjIntConsumer<int[]> c = (a, i) -> a[i]++;
        int[] a = new int[3];
        c.accept(a, 1);
        return s.get().get() + u.apply("q").length() + m.apply(n, 3) + f.apply(12).length() + (p.test(n) ? 100 : 0) + a[1];
    }
    interface Visitor<R> { R num(int n); R add(Node a, Node b); }
    interface Node { <R> R accept(Visitor<R> v); }
    static Node num(int n) { return new Node() { public <R> R accept(Visitor<R> v) { return v.num(n); } }; }
    static Node add(Node a, Node b) { return new Node() { public <R> R accept(Visitor<R> v) { return v.add(a, b); } }; }
    public static int visitors(int n) {
        Node e = add(num(n), add(num(2), num(3)));
        int sum = e.accept(new Visitor<Integer>() {
            public Integer num(int x) { return x; }
            public Integer add(Node a, Node b) { return a.accept(this) + b.accept(this); }
        });
        return sum + e.accept(new Visitor<String>() {
            public String num(int x) { return "" + x; }
            public String add(Node a, Node b) { return "(" + a.accept(this) + "+" + b.accept(this) + ")"; }
        }).hashCode();
    }
    public static int timers(int n) {
        java.util.concurrent.TimeUnit t = java.util.concurrent.TimeUnit.MINUTES;
        return (int) t.toSeconds(n) + t.ordinal();
    }
    public static int gregorian(int n) {
        return java.time.LocalTime.of(10, 30).plusMinutes(n).getHour() + java.time.LocalDateTime.of(2024, 2, 29, 1, 2).plusYears(1).getDayOfMonth() + (int) java.time.temporal.ChronoUnit.DAYS.between(java.time.LocalDate.of(2020, 1, 1), java.time.LocalDate.of(2021, 1, 1)) + java.time.DayOfWeek.MONDAY.plus(n).getValue();
    }
}
