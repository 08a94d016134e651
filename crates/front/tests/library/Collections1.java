import java.util.*;

public class Collections1 {
    public static int list(int n) {
        List<Integer> l = new ArrayList<>();
        for (int i = 0; i < 25; i++) l.add(i * n);
        l.remove(3);
        l.remove(Integer.valueOf(4 * n));
        l.add(0, 1000);
        l.set(2, -1);
        int r = l.size() + l.indexOf(-1);
        for (int x : l) r = r * 31 + x;
        return r + (l.contains(1000) ? 1 : 0) + l.hashCode();
    }

    public static int outside(int n) {
        List<String> l = new ArrayList<>(List.of("a", "b"));
        return l.get(n).length();
    }

    public static int iterator(int n) {
        List<Integer> l = new ArrayList<>(Arrays.asList(1, 2, 3, 4));
        for (Iterator<Integer> i = l.iterator(); i.hasNext(); ) if (i.next() % 2 == 0) i.remove();
        for (int x : l) if (x == n) l.add(9);
        return l.toString().hashCode();
    }

    public static int map(int n) {
        Map<String, Integer> m = new HashMap<>();
        for (int i = 0; i < 40; i++) m.put("k" + i % 17, i);
        m.remove("k3");
        m.merge("k4", 100, Integer::sum);
        m.computeIfAbsent("new" + n, k -> k.length());
        m.putIfAbsent("k5", -1);
        int r = m.size();
        for (Map.Entry<String, Integer> e : m.entrySet()) r = r * 31 + e.getKey().hashCode() + e.getValue();
        return r + m.getOrDefault("k" + n, 77) + m.hashCode();
    }

    public static int linkedMap(int n) {
        Map<Integer, String> m = new LinkedHashMap<>();
        m.put(3, "c");
        m.put(1, "a");
        m.put(n, "n");
        m.remove(3);
        m.put(3, "z");
        return m.toString().hashCode() + String.join("", m.values()).hashCode();
    }

    public static int treeMap(int n) {
        TreeMap<Integer, String> m = new TreeMap<>();
        for (int i = 0; i < 20; i++) m.put((i * 7) % 20, "v" + i);
        m.remove(5);
        return m.firstKey() + m.lastKey() + m.headMap(7).size() + m.floorKey(5) + m.toString().hashCode()
            + (m.ceilingKey(n) == null ? -1 : m.ceilingKey(n));
    }

    public static int deque(int n) {
        Deque<Integer> d = new ArrayDeque<>();
        for (int i = 0; i < 30; i++) {
            d.addLast(i);
            if (i % 3 == 0) d.addFirst(-i);
            if (i % 5 == 0) d.pollLast();
        }
        int r = 0;
        for (int x : d) r = r * 31 + x;
        return r + d.peekFirst() + d.size();
    }

    public static int emptyDeque(int n) {
        Deque<Integer> d = new ArrayDeque<>();
        if (n > 0) d.push(n);
        return d.pop();
    }

    public static int linkedList(int n) {
        LinkedList<String> l = new LinkedList<>();
        l.add("a");
        l.addFirst("b");
        l.add(1, "c" + n);
        l.removeLast();
        return l.toString().hashCode() + l.getFirst().length();
    }

    public static int sets(int n) {
        Set<Integer> s = new HashSet<>(Arrays.asList(5, 1, 3, n));
        Set<String> t = new TreeSet<>(Comparator.reverseOrder());
        t.add("x");
        t.add("y" + n);
        Set<Integer> u = new LinkedHashSet<>(s);
        u.retainAll(List.of(1, 5));
        return s.toString().hashCode() + t.toString().hashCode() + u.size();
    }

    enum Color { RED, GREEN, BLUE { int code() { return 9; } }; int code() { return ordinal(); } }

    public static int enums(int n) {
        EnumMap<Color, Integer> m = new EnumMap<>(Color.class);
        m.put(Color.BLUE, n);
        m.put(Color.RED, 2);
        EnumSet<Color> s = EnumSet.of(Color.GREEN, Color.RED);
        s.addAll(EnumSet.complementOf(s));
        int r = Color.valueOf("GREEN").ordinal() + Color.values().length;
        for (Color c : s) r = r * 31 + c.code() + c.name().length();
        for (Map.Entry<Color, Integer> e : m.entrySet()) r = r * 31 + e.getKey().ordinal() + e.getValue();
        return r + EnumSet.noneOf(Color.class).size() + m.toString().hashCode() + EnumSet.range(Color.RED, Color.GREEN).size();
    }

    public static int noEnum(int n) {
        return Color.valueOf("c" + n).ordinal();
    }

    public static int nullEnum(int n) {
        return Color.valueOf(null).ordinal();
    }

    public static int enumSwitch(int n) {
        switch (Color.values()[Math.floorMod(n, 3)]) {
            case RED: return 10;
            case GREEN: return 20;
            default: return 30;
        }
    }

    public static int sorting(int n) {
        List<String> l = new ArrayList<>(List.of("pear", "fig", "apple", "kiwi"));
        l.sort(Comparator.comparing(String::length).thenComparing(Comparator.naturalOrder()));
        Collections.reverse(l);
        Collections.swap(l, 0, 1);
        return l.hashCode() + Collections.max(l).length() + Collections.frequency(l, "fig") + Collections.nCopies(3, n).hashCode();
    }

    public static int immutable(int n) {
        List<Integer> l = n > 0 ? List.of(1, 2, 3) : Collections.unmodifiableList(new ArrayList<>());
        l.add(4);
        return 0;
    }

    public static int maps(int n) {
        Map<String, Integer> m = Map.of("a", 1, "b", 2, "c", 3);
        return m.get("b") + m.size() + (m.containsKey("z") ? 1 : 0) + Set.of(1, 2, 3).hashCode() + Map.entry("k", n).hashCode();
    }

    public static int priority(int n) {
        PriorityQueue<Integer> q = new PriorityQueue<>(List.of(5, 3, 9, n, 7));
        int r = 0;
        while (!q.isEmpty()) r = r * 31 + q.poll();
        return r;
    }

    public static int bits(int n) {
        BitSet b = new BitSet();
        b.set(3);
        b.set(70, 75);
        b.flip(Math.max(0, n));
        return b.cardinality() * 1000 + b.nextSetBit(4) + b.length() + b.hashCode();
    }

    public static int optional(int n) {
        Optional<String> o = n > 0 ? Optional.of("v" + n) : Optional.empty();
        return o.map(String::length).orElse(-1) + o.filter(s -> s.length() > 2).hashCode() + (o.isPresent() ? 1 : 0);
    }

    public static String orElseThrow(int n) {
        return Optional.<String>ofNullable(n > 0 ? "x" : null).orElseThrow();
    }

    public static int objects(int n) {
        return Objects.hash(1, "a", n) + (Objects.equals("a" + n, "a" + n) ? 1 : 0) + Objects.requireNonNullElse(null, 5)
            + Objects.toString(null).length() + Objects.checkIndex(0, Math.max(1, n));
    }

    public static int required(int n) {
        return Objects.requireNonNull(n > 0 ? "a" : null, "message").length();
    }

    public static int vector(int n) {
        Stack<Integer> s = new Stack<>();
        s.push(n);
        s.push(2);
        Vector<Integer> v = new Vector<>(s);
        Hashtable<String, Integer> h = new Hashtable<>();
        h.put("a", 1);
        return s.pop() + s.peek() + v.lastElement() + h.get("a") + s.search(n);
    }

    public static int emptyStack(int n) {
        return new Stack<Integer>().pop();
    }

    public static int sublist(int n) {
        List<Integer> l = new ArrayList<>(Arrays.asList(1, 2, 3, 4, 5));
        l.subList(1, 3).clear();
        l.removeIf(x -> x == n);
        l.replaceAll(x -> x * 2);
        ListIterator<Integer> i = l.listIterator();
        while (i.hasNext()) { int x = i.next(); if (x == 8) i.add(99); }
        return l.hashCode();
    }

    public static int identity(int n) {
        IdentityHashMap<String, Integer> m = new IdentityHashMap<>();
        return m.size();
    }
}
