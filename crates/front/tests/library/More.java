import java.util.*;
import java.util.concurrent.*;
import java.util.function.*;
import java.util.regex.*;
import java.util.stream.*;

public class More {
    public static int seeded(int n) {
        Random r = new Random(42 + n);
        return r.nextInt() + r.nextInt(10) + (r.nextBoolean() ? 1 : 0) + (int) r.nextLong() + (int) (r.nextDouble() * 100);
    }

    public static int shuffled(int n) {
        List<Integer> l = new ArrayList<>(List.of(1, 2, 3, 4, 5));
        Collections.shuffle(l, new Random(n));
        return l.hashCode();
    }

    public static int regex(int n) {
        Matcher m = Pattern.compile("([a-z]+)(\\d+)").matcher("abc12 de" + (n + 200));
        int r = 0;
        while (m.find()) r = r * 31 + m.group(1).length() + Integer.parseInt(m.group(2));
        return r + ("a1b22".replaceAll("[0-9]+", "#").hashCode()) + ("x-y--z".split("-+").length) + ("abc".matches("a.c") ? 1 : 0);
    }

    public static int badRegex(int n) {
        return Pattern.compile("(").flags();
    }

    public static int grouped(int n) {
        Map<Integer, List<String>> m = Stream.of("a", "bb", "cc", "d" + n).collect(Collectors.groupingBy(String::length));
        return m.toString().hashCode();
    }

    public static int streams(int n) {
        List<Integer> l = IntStream.rangeClosed(1, 10).boxed().collect(Collectors.toList());
        int r = l.stream().map(x -> x * n).reduce(0, Integer::sum);
        r += l.stream().mapToInt(Integer::intValue).max().getAsInt();
        r += l.stream().skip(2).limit(3).anyMatch(x -> x == 4) ? 1000 : 0;
        r += Stream.iterate(1, x -> x * 2).limit(8).mapToInt(x -> x).sum();
        r += Arrays.stream(new int[] {3, 1, 2}).sorted().boxed().map(String::valueOf).collect(Collectors.joining()).hashCode();
        r += l.stream().collect(Collectors.partitioningBy(x -> x > 5)).get(true).size();
        r += (int) l.stream().mapToDouble(x -> x / 2.0).average().getAsDouble();
        return r + Stream.of(5, 3, 5).distinct().sorted(Comparator.reverseOrder()).toList().hashCode() + l.stream().flatMap(x -> Stream.of(x, x)).toArray().length;
    }

    public static int tokens(int n) {
        StringTokenizer t = new StringTokenizer("a b c" + n);
        int r = t.countTokens();
        while (t.hasMoreTokens()) r = r * 31 + t.nextToken().hashCode();
        return r;
    }

    public static int scanner(int n) {
        Properties p = new Properties();
        p.setProperty("k", "v" + n);
        return p.getProperty("k").hashCode() + p.getProperty("x", "y").length();
    }

    public static int weak(int n) {
        WeakHashMap<String, Integer> m = new WeakHashMap<>();
        m.put("a", n);
        java.lang.ref.WeakReference<String> r = new java.lang.ref.WeakReference<>("x");
        return m.get("a") + r.get().length() + (r.refersTo("x") ? 1 : 0);
    }

    public static int future(int n) throws Exception {
        CompletableFuture<Integer> f = CompletableFuture.completedFuture(n).thenApply(x -> x + 1).thenCombine(CompletableFuture.completedFuture(2), Integer::sum);
        FutureTask<Integer> t = new FutureTask<>(() -> n * 2);
        t.run();
        return f.get() + t.get() + (t.isDone() ? 100 : 0);
    }

    public static int failedFuture(int n) throws Exception {
        FutureTask<Integer> t = new FutureTask<>(() -> { throw new IllegalStateException(); });
        t.run();
        return t.get();
    }

    public static int base64(int n) {
        return Base64.getEncoder().encodeToString(new byte[] {1, 2, (byte) n}).hashCode();
    }

    public static int bits(int n) {
        return Long.toBinaryString(n).hashCode() + Integer.toOctalString(n).hashCode() + Long.parseLong("-12") > 0 ? 1 : Integer.rotateLeft(n, 3);
    }

    public static int iterators(int n) {
        Iterator<Integer> i = List.of(1, 2).iterator();
        i.next();
        i.next();
        return n > 0 ? i.next() : 0;
    }

    public static int removal(int n) {
        Iterator<Integer> i = new ArrayList<>(List.of(1, 2)).iterator();
        i.remove();
        return 0;
    }

    public static int comparators(int n) {
        List<int[]> l = new ArrayList<>();
        for (int k = 0; k < 40; k++) l.add(new int[] {(k * 7) % 5, k});
        l.sort(Comparator.<int[]>comparingInt(a -> a[0]).thenComparing(a -> -a[1]));
        int r = 0;
        for (int[] a : l) r = r * 31 + a[1];
        return r;
    }

    public static int brokenComparator(int n) {
        return new TreeMap<Object, Integer>(Map.of("a", 1)).put(n, 2) == null ? 1 : 2;
    }

    public static int nullKey(int n) {
        Map<String, Integer> m = n > 0 ? new TreeMap<>() : new HashMap<>();
        m.put(null, 1);
        return m.size();
    }

    public static int skipList(int n) {
        NavigableSet<Integer> s = new TreeSet<>(List.of(1, 5, 9));
        return s.headSet(5, true).size() + s.descendingSet().first() + (s.higher(n) == null ? -1 : s.higher(n)) + s.pollFirst();
    }

    public static int spliterators(int n) {
        return StreamSupport.stream(List.of(1, 2, n).spliterator(), false).mapToInt(x -> x).sum();
    }

    public static int dates(int n) {
        return java.time.LocalDate.of(2020, 2, 28).plusDays(n).getDayOfYear() + java.time.Duration.ofMinutes(n).toSecondsPart();
    }

    public static int decimals(int n) {
        return new java.math.BigDecimal("1.25").scale() + n;
    }

    public static int exchanges(int n) {
        ConcurrentSkipListMap<Integer, String> m = new ConcurrentSkipListMap<>();
        return m.size();
    }

    public static int phases(int n) {
        CyclicBarrier b = new CyclicBarrier(1);
        try {
            return b.await() + b.getParties();
        } catch (Exception e) {
            return -1;
        }
    }

    public static int delayed(int n) {
        StringBuffer b = new StringBuffer();
        b.append(n).append("x").reverse();
        CharSequence c = b.subSequence(0, 1);
        return b.toString().hashCode() + c.toString().hashCode() + b.chars().sum();
    }

    public static int hex(int n) {
        return Integer.decode("0x1F") + Integer.parseUnsignedInt("42") + Byte.parseByte("7") + Integer.valueOf("12", 8) + Short.parseShort("-5") + Long.decode("#F").intValue() + (Boolean.parseBoolean(n > 0 ? "TRUE" : "x") ? 1 : 0);
    }

    public static int powers(int n) {
        return (int) Math.pow(2, Math.abs(n) % 20) + (int) Math.pow(n, 3) + (int) Math.pow(0, 0);
    }

    public static int strict(int n) {
        return (int) (StrictMath.pow(1.5, n) * 100) + (int) (StrictMath.cbrt(n) * 100) + (int) (StrictMath.exp(n / 100.0) * 1000);
    }

    public static int big(int n) {
        java.math.BigInteger b = java.math.BigInteger.valueOf(n).pow(25).add(java.math.BigInteger.TEN);
        return b.hashCode() + b.toString().length() + b.mod(java.math.BigInteger.valueOf(97)).intValue() + b.multiply(b).bitLength();
    }

    public static int decimal(int n) {
        java.math.BigDecimal d = new java.math.BigDecimal("1.25").multiply(java.math.BigDecimal.valueOf(n, 1));
        return d.toString().hashCode() + d.setScale(1, java.math.RoundingMode.HALF_UP).hashCode() + d.compareTo(java.math.BigDecimal.ONE);
    }

    public static int setOfOne(int n) {
        int r = 0;
        for (int x : Set.of(n)) r += x;
        for (Map.Entry<String, Integer> e : Map.of("k", n).entrySet()) r += e.getKey().length() + e.getValue();
        return r;
    }
}
