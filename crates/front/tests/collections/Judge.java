import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.ListIterator;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Supplier;

/** Does the same to a collection of the JDK and to what stands for it, and counts what they do differently. */
public class Judge {
    static final String[] KEYS = {null, "a", "b", new String("a"), ""};

    /** Some share a place in a table of 16, two their hash codes, and one was not always equal to another. */
    static final Object[] TEXTS = {null, "a", "q", new String("a"), "", "Aa", "BB", 5, 21L, 'c'};

    /** Equal by their numbers, with few hash codes, some of which cannot be had. */
    record Key(int number, int code) {
        public int hashCode() {
            if (code < 0) {
                throw new IllegalStateException("no code");
            }
            return code;
        }
    }

    /** Equal to all of its kind, but that nobody looks among those of other codes. */
    record Alike(int code) {
        public boolean equals(Object other) {
            if (code == 9) {
                throw new ArithmeticException("asked");
            }
            return other instanceof Alike;
        }

        public int hashCode() {
            return code;
        }
    }

    static final Object[] KEYS_OF_USERS = {new Key(1, 1), new Key(1, 1), new Key(2, 1), new Key(1, 17), new Key(3, -1),
        new Alike(1), new Alike(17), new Alike(9), new Alike(9), null};

    static final List<String> SOME = List.of("q", "a", "BB", "Aa", "c", "q", "q", "q", "q", "q", "q", "q", "q", "q");

    static long compared;
    static long open;

    interface Step<C> {
        Object on(C collection);
    }

    record Named<C>(String name, Step<C> step) {
    }

    static <C> String outcome(C collection, Step<C> step) {
        try {
            return String.valueOf(step.on(collection));
        } catch (stand.Open left) {
            throw left;
        } catch (Throwable thrown) {
            return thrown.getClass().getName();
        }
    }

    static List<Named<Map<Object, Integer>>> ofMaps(Object[] keys) {
        List<Named<Map<Object, Integer>>> steps = new ArrayList<>();
        for (Object key : keys) {
            steps.add(new Named<>("put " + key, m -> m.put(key, m.size())));
            steps.add(new Named<>("put null " + key, m -> m.put(key, null)));
            steps.add(new Named<>("get " + key, m -> m.get(key)));
            steps.add(new Named<>("remove " + key, m -> m.remove(key)));
            steps.add(new Named<>("contains " + key, m -> m.containsKey(key)));
            steps.add(new Named<>("default " + key, m -> m.getOrDefault(key, 9)));
            steps.add(new Named<>("absent " + key, m -> m.putIfAbsent(key, 7)));
            steps.add(new Named<>("compute " + key, m -> m.compute(key, (k, v) -> v == null ? 1 : null)));
            steps.add(new Named<>("ifAbsent " + key, m -> m.computeIfAbsent(key, k -> 5)));
            steps.add(new Named<>("ifPresent " + key, m -> m.computeIfPresent(key, (k, v) -> v > 3 ? null : v + 1)));
            steps.add(new Named<>("merge " + key, m -> m.merge(key, 2, Integer::sum)));
            steps.add(new Named<>("replace " + key, m -> m.replace(key, 4)));
            steps.add(new Named<>("remove2 " + key, m -> m.remove(key, 4)));
            steps.add(new Named<>("keys.remove " + key, m -> m.keySet().remove(key)));
            steps.add(new Named<>("change " + key, m -> {
                for (Object k : m.keySet()) {
                    m.remove(key);
                }
                return null;
            }));
            steps.add(new Named<>("add inside " + key, m -> {
                for (Map.Entry<Object, Integer> e : m.entrySet()) {
                    m.put(key, 3);
                }
                return null;
            }));
        }
        steps.add(new Named<>("size", m -> m.size() + " " + m.isEmpty()));
        steps.add(new Named<>("values", m -> m.values().contains(1)));
        steps.add(new Named<>("value null", m -> m.containsValue(null)));
        steps.add(new Named<>("all", m -> {
            m.replaceAll((k, v) -> v == null ? 0 : v);
            return null;
        }));
        steps.add(new Named<>("iterate", m -> {
            int removed = 0;
            Iterator<Map.Entry<Object, Integer>> i = m.entrySet().iterator();
            while (i.hasNext()) {
                Map.Entry<Object, Integer> entry = i.next();
                if (entry.getKey() == null) {
                    i.remove();
                    removed++;
                } else {
                    entry.setValue(1);
                }
            }
            return removed;
        }));
        steps.add(new Named<>("twice", m -> {
            Iterator<Integer> i = m.values().iterator();
            i.next();
            i.remove();
            i.remove();
            return null;
        }));
        steps.add(new Named<>("each", m -> {
            m.keySet().forEach(k -> m.remove("a"));
            return null;
        }));
        steps.add(new Named<>("copy", m -> new ArrayList<>(new HashMap<>(m).keySet())));
        steps.add(new Named<>("own copy", m -> m instanceof stand.HashMap<Object, Integer> own
                ? new ArrayList<>(new stand.HashMap<>(own).keySet())
                : new ArrayList<>(new HashMap<>(m).keySet())));
        steps.add(new Named<>("clone", m -> m instanceof stand.HashMap<Object, Integer> own
                ? own.clone()
                : ((HashMap<Object, Integer>) m).clone()));
        steps.add(new Named<>("all of", m -> {
            m.putAll(Map.of("z", 1));
            return null;
        }));
        steps.add(new Named<>("first", m -> {
            Iterator<Object> i = m.keySet().iterator();
            Object first = i.next();
            i.remove();
            return first;
        }));
        steps.add(new Named<>("clear", m -> {
            m.clear();
            return null;
        }));
        return steps;
    }

    static List<Named<List<String>>> ofLists() {
        List<Named<List<String>>> steps = new ArrayList<>();
        for (String element : KEYS) {
            steps.add(new Named<>("add " + element, l -> l.add(element)));
            steps.add(new Named<>("remove " + element, l -> l.remove(element)));
            steps.add(new Named<>("index " + element, l -> l.indexOf(element) + " " + l.lastIndexOf(element)));
            steps.add(new Named<>("contains " + element, l -> l.contains(element)));
            steps.add(new Named<>("inside " + element, l -> {
                for (String s : l) {
                    l.remove(element);
                }
                return null;
            }));
        }
        for (int at = -1; at < 3; at++) {
            int index = at;
            steps.add(new Named<>("get " + at, l -> l.get(index)));
            steps.add(new Named<>("set " + at, l -> l.set(index, "s")));
            steps.add(new Named<>("insert " + at, l -> {
                l.add(index, "i");
                return null;
            }));
            steps.add(new Named<>("drop " + at, l -> l.remove(index)));
            steps.add(new Named<>("sub " + at, l -> l.subList(0, index).size()));
        }
        steps.add(new Named<>("size", l -> l.size() + " " + l.isEmpty()));
        steps.add(new Named<>("twice", l -> l.addAll(new ArrayList<>(l))));
        steps.add(new Named<>("within", l -> l.addAll(1, List.of("x", "y"))));
        steps.add(new Named<>("if", l -> l.removeIf("a"::equals)));
        steps.add(new Named<>("less", l -> l.removeAll(Arrays.asList("b", null))));
        steps.add(new Named<>("keep", l -> l.retainAll(Arrays.asList("a", null))));
        steps.add(new Named<>("cut", l -> {
            l.subList(1, 2).clear();
            return null;
        }));
        steps.add(new Named<>("sort", l -> {
            l.sort(java.util.Comparator.nullsFirst(java.util.Comparator.naturalOrder()));
            return null;
        }));
        steps.add(new Named<>("sort all", l -> {
            l.sort(null);
            return null;
        }));
        steps.add(new Named<>("back", l -> {
            ListIterator<String> i = l.listIterator(l.size());
            i.previous();
            i.set("p");
            i.add("q");
            return i.nextIndex();
        }));
        steps.add(new Named<>("each", l -> {
            l.forEach(e -> l.add("e"));
            return null;
        }));
        steps.add(new Named<>("array", l -> Arrays.toString(l.toArray(new String[2]))));
        steps.add(new Named<>("clear", l -> {
            l.clear();
            return null;
        }));
        return steps;
    }

    static List<Named<Deque<String>>> ofDeques() {
        List<Named<Deque<String>>> steps = new ArrayList<>();
        for (String element : KEYS) {
            steps.add(new Named<>("first " + element, d -> {
                d.addFirst(element);
                return null;
            }));
            steps.add(new Named<>("offer " + element, d -> d.offer(element)));
            steps.add(new Named<>("contains " + element, d -> d.contains(element)));
            steps.add(new Named<>("remove " + element, d -> d.remove(element)));
            steps.add(new Named<>("last " + element, d -> d.removeLastOccurrence(element)));
        }
        steps.add(new Named<>("poll", Deque::poll));
        steps.add(new Named<>("pollLast", Deque::pollLast));
        steps.add(new Named<>("pop", Deque::pop));
        steps.add(new Named<>("removeLast", Deque::removeLast));
        steps.add(new Named<>("peek", d -> d.peek() + " " + d.peekLast()));
        steps.add(new Named<>("element", Deque::element));
        steps.add(new Named<>("getLast", Deque::getLast));
        steps.add(new Named<>("size", d -> d.size() + " " + d.isEmpty()));
        steps.add(new Named<>("if", d -> d.removeIf("a"::equals)));
        steps.add(new Named<>("iterate", d -> {
            Iterator<String> i = d.iterator();
            i.next();
            i.remove();
            return i.hasNext() ? i.next() : "end";
        }));
        steps.add(new Named<>("backward", d -> {
            Iterator<String> i = d.descendingIterator();
            i.next();
            i.remove();
            return i.hasNext() ? i.next() : "end";
        }));
        steps.add(new Named<>("inside", d -> {
            for (String s : d) {
                d.addLast("z");
                if (d.size() > 3) {
                    break;
                }
            }
            return null;
        }));
        steps.add(new Named<>("clear", d -> {
            d.clear();
            return null;
        }));
        return steps;
    }

    static List<Named<Set<String>>> ofSets() {
        List<Named<Set<String>>> steps = new ArrayList<>();
        for (String element : KEYS) {
            steps.add(new Named<>("add " + element, s -> s.add(element)));
            steps.add(new Named<>("remove " + element, s -> s.remove(element)));
            steps.add(new Named<>("contains " + element, s -> s.contains(element)));
        }
        steps.add(new Named<>("size", s -> s.size() + " " + s.isEmpty()));
        steps.add(new Named<>("if", s -> s.removeIf("a"::equals)));
        steps.add(new Named<>("keep", s -> s.retainAll(Arrays.asList("a", null))));
        steps.add(new Named<>("all", s -> s.addAll(Arrays.asList("a", "c"))));
        steps.add(new Named<>("inside", s -> {
            for (String e : s) {
                s.remove("b");
            }
            return null;
        }));
        steps.add(new Named<>("clear", s -> {
            s.clear();
            return null;
        }));
        return steps;
    }

    /** What a collection holds, as one goes through it. */
    static String content(Object collection) {
        List<String> parts = new ArrayList<>();
        if (collection instanceof Map<?, ?> map) {
            map.forEach((k, v) -> parts.add(k + "=" + v));
        } else {
            ((Collection<?>) collection).forEach(e -> parts.add(String.valueOf(e)));
        }
        return parts.toString();
    }

    static <C> void compare(String what, Supplier<C> real, Supplier<C> ours, List<Named<C>> steps, int[] word) {
        C theirs = real.get();
        C own = ours.get();
        StringBuilder done = new StringBuilder();
        for (int at : word) {
            Named<C> step = steps.get(at);
            done.append(step.name()).append("; ");
            String expected = outcome(theirs, step.step());
            String got;
            String held;
            try {
                got = outcome(own, step.step());
                held = content(own);
            } catch (stand.Open left) {
                open++;
                return;
            }
            compared++;
            if (!expected.equals(got) || !content(theirs).equals(held)) {
                System.out.println("DIFFERS " + what + ": " + done + " gives " + expected + " " + content(theirs)
                        + ", and ours " + got + " " + held);
                return;
            }
        }
    }

    static <C> void all(String what, Supplier<C> real, Supplier<C> ours, List<Named<C>> steps, int random) {
        int[] word = new int[2];
        for (word[0] = 0; word[0] < steps.size(); word[0]++) {
            for (word[1] = 0; word[1] < steps.size(); word[1]++) {
                compare(what, real, ours, steps, word);
            }
        }
        Random choice = new Random(1);
        for (int i = 0; i < random; i++) {
            int[] longer = choice.ints(3 + choice.nextInt(10), 0, steps.size()).toArray();
            compare(what, real, ours, steps, longer);
        }
    }

    public static void main(String[] args) {
        int random = Integer.parseInt(args[0]);
        List<Named<Map<Object, Integer>>> byText = ofMaps(TEXTS);
        for (int room : new int[] {0, 1, 2, 3, 5, 16, 17, 64}) {
            all("HashMap of " + room, () -> new HashMap<>(room), () -> new stand.HashMap<>(room), byText, random / 4);
        }
        all("HashMap", HashMap::new, stand.HashMap::new, byText, random);
        all("HashMap by users' keys", HashMap::new, stand.HashMap::new, ofMaps(KEYS_OF_USERS), random);
        all("LinkedHashMap", LinkedHashMap::new, stand.LinkedHashMap::new, byText, random);
        all("LinkedHashMap by access", () -> new LinkedHashMap<>(2, 0.5f, true),
                () -> new stand.LinkedHashMap<>(2, 0.5f, true), byText, random);
        all("LinkedHashMap of two", () -> new LinkedHashMap<Object, Integer>(Map.of("q", 1, "a", 2, "x", 3)) {
            protected boolean removeEldestEntry(Map.Entry<Object, Integer> eldest) {
                return size() > 2;
            }
        }, () -> new stand.LinkedHashMap<Object, Integer>(Map.of("q", 1, "a", 2, "x", 3)) {
            protected boolean removeEldestEntry(Map.Entry<Object, Integer> eldest) {
                return size() > 2;
            }
        }, byText, random);
        all("HashSet", java.util.HashSet::new, stand.HashSet::new, ofSets(), random);
        all("HashSet of some", () -> new java.util.HashSet<>(SOME), () -> new stand.HashSet<>(SOME), ofSets(), random);
        all("LinkedHashSet", java.util.LinkedHashSet::new, stand.LinkedHashSet::new, ofSets(), random);
        all("ArrayList", ArrayList::new, stand.ArrayList::new, ofLists(), random);
        all("ArrayDeque", java.util.ArrayDeque::new, stand.ArrayDeque::new, ofDeques(), random);
        System.out.println("compared " + compared + " open " + open);
    }
}
