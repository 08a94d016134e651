package java.util;

import java.io.Serializable;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Stands for the map of the JDK: entries in the order in which they came, found by {@code equals} where equal keys have equal hash
 * codes in any case, and gone through in the order of the JDK's table as far as that can be told.
 */
public class HashMap<K, V> extends AbstractMap<K, V> implements Map<K, V>, Cloneable, Serializable {
    static final class Node<K, V> implements Map.Entry<K, V> {
        final K key;
        /** What the key said when it came, if it has a hash code of its own making. */
        final int hash;
        V value;

        Node(K key, int hash, V value) {
            this.key = key;
            this.hash = hash;
            this.value = value;
        }

        public K getKey() {
            return key;
        }

        public V getValue() {
            return value;
        }

        public V setValue(V value) {
            V before = this.value;
            this.value = value;
            return before;
        }

        public boolean equals(Object other) {
            return other instanceof Map.Entry<?, ?> entry
                    && Objects.equals(key, entry.getKey())
                    && Objects.equals(value, entry.getValue());
        }

        public int hashCode() {
            return Objects.hashCode(key) ^ Objects.hashCode(value);
        }

        public String toString() {
            return key + "=" + value;
        }
    }

    /** The table has 16 places, as it has if nobody says otherwise. */
    private static final int USUAL = -1;

    /** Nobody knows how long the table is. */
    private static final int UNKNOWN = -2;

    /** With more entries, places may be crowded, and the JDK makes trees there. */
    static final int FEW = 8;

    private static final int LONGEST = 1 << 30;

    /** As long as there are entries. */
    transient Node<K, V>[] nodes = none();

    transient int modCount;

    /** The capacity that was asked for, or one of the above. */
    private transient int capacity = USUAL;

    /** The most entries that there were, if a capacity was asked for. */
    private transient int most;

    private final float loadFactor;

    public HashMap() {
        loadFactor = 0.75f;
    }

    public HashMap(int initialCapacity) {
        this(initialCapacity, 0.75f);
    }

    public HashMap(int initialCapacity, float loadFactor) {
        if (initialCapacity < 0) {
            throw new IllegalArgumentException("Illegal initial capacity: " + initialCapacity);
        }
        if (loadFactor <= 0 || Float.isNaN(loadFactor)) {
            throw new IllegalArgumentException("Illegal load factor: " + loadFactor);
        }
        this.loadFactor = loadFactor;
        if (loadFactor != 0.75f) {
            capacity = UNKNOWN;
        } else if (initialCapacity <= 8 || initialCapacity > 16) {
            capacity = initialCapacity;
        }
    }

    public HashMap(Map<? extends K, ? extends V> from) {
        loadFactor = 0.75f;
        copied(from.size());
        putEntries(from, false);
    }

    /** Before JDK 19, copies had more room than they need. */
    private void copied(int size) {
        int before = (int) (size / loadFactor + 1.0f);
        int since = (int) Math.ceil(size / (double) loadFactor);
        if (size > 0) {
            capacity = loadFactor == 0.75f && places(before) == places(since) ? since : UNKNOWN;
        }
    }

    public static <K, V> HashMap<K, V> newHashMap(int entries) {
        if (entries < 0) {
            throw new IllegalArgumentException("Negative number of mappings: " + entries);
        }
        return new HashMap<>((int) Math.ceil(entries / 0.75));
    }

    @SuppressWarnings("unchecked")
    private static <K, V> Node<K, V>[] none() {
        return (Node<K, V>[]) new Node<?, ?>[0];
    }

    /** Says that keys with equal hash codes only are compared by the JDK. */
    private static native void byEquals();

    /** Whether the class of a key makes hash codes of its own, which are not those of the machine. */
    private static native boolean makesHashCodes(Object key);

    /** What the above is for some classes, and for all others. */
    private static boolean yes(Object key) {
        return true;
    }

    private static boolean no(Object key) {
        return false;
    }

    /** Whether one entry comes before another where that is not known. */
    private static native boolean comesFirst();

    /** Ends the analysis: keys are compared that hardly ever share their hash codes. */
    private static native void undecided();

    /** Whether equal keys have equal hash codes, and neither is anybody's own code. */
    private static boolean isPlain(Object key) {
        return key == null || key instanceof String || key instanceof Integer || key instanceof Long
                || key instanceof Enum<?> || key instanceof Character || key instanceof Boolean
                || key instanceof Short || key instanceof Byte || key instanceof Double
                || key instanceof Float;
    }

    private static int hash(Object key) {
        return isPlain(key) || !makesHashCodes(key) ? 0 : key.hashCode();
    }

    /** The number of places for a capacity that is asked for. */
    private static int places(int capacity) {
        int places = 1;
        while (places < capacity && places < LONGEST) {
            places *= 2;
        }
        return places;
    }

    /** How long the table of the JDK is. */
    private int places() {
        if (capacity == USUAL) {
            return 16;
        }
        int places = places(capacity);
        while (places < LONGEST && most > (int) (places * 0.75f)) {
            places *= 2;
        }
        return places;
    }

    /** Where in its table the JDK keeps a key. */
    private static int place(Object key, int places) {
        int hash = key == null ? 0 : key instanceof String text ? hashOf(text) : key.hashCode();
        return (hash ^ hash >>> 16) & places - 1;
    }

    /** The text remembers nothing of that. */
    private static int hashOf(String text) {
        int hash = 0;
        for (int i = 0; i < text.length(); i++) {
            hash = 31 * hash + text.charAt(i);
        }
        return hash;
    }

    /** Whether it can be told where the JDK keeps all entries. */
    private boolean isKnown() {
        boolean known = capacity != UNKNOWN;
        for (int i = 0; known && i < nodes.length; i++) {
            Object key = nodes[i].key;
            known = isPlain(key) && !(key instanceof Enum<?>);
        }
        return known;
    }

    /** Whether entries come in an order that the class promises. */
    boolean isOrdered() {
        return false;
    }

    /** The entries as the JDK goes through them. */
    final Node<K, V>[] inOrder() {
        if (nodes.length < 2 || isOrdered()) {
            return nodes;
        }
        boolean known = isKnown();
        int places = known ? places() : 0;
        Node<K, V>[] sorted = longer(nodes.length);
        int[] at = new int[nodes.length];
        for (int i = 0; i < nodes.length; i++) {
            int place = known ? place(nodes[i].key, places) : 0;
            int j = i;
            while (j > 0 && (known ? place < at[j - 1] : comesFirst())) {
                sorted[j] = sorted[j - 1];
                at[j] = at[j - 1];
                j--;
            }
            sorted[j] = nodes[i];
            at[j] = place;
        }
        return sorted;
    }

    /** As the JDK asks, but that numbers are equal to themselves in any case. */
    private static boolean same(Object one, Object other) {
        if (one instanceof Number) {
            return one.equals(other);
        }
        return one == other || one != null && one.equals(other);
    }

    /** Whether the JDK takes this for the key of an entry. */
    private static boolean matches(Object key, int hash, Node<?, ?> node) {
        if (isPlain(key)) {
            return isPlain(node.key) && same(key, node.key);
        }
        if (key == node.key) {
            return hash == node.hash;
        }
        if (node.key == null) {
            return false;
        }
        boolean makes = makesHashCodes(key);
        if (isPlain(node.key) || makes != makesHashCodes(node.key)) {
            undecided();
        }
        boolean equal = hash == node.hash && key.equals(node.key);
        if (equal && !makes) {
            byEquals();
        }
        return equal;
    }

    /** Whether a map in which nothing was ever put asks keys for their hash codes differs between versions of the JDK. */
    private int hashOfSought(Object key) {
        if (nodes.length > 0) {
            return hash(key);
        }
        try {
            return hash(key);
        } catch (Throwable thrown) {
            undecided();
            throw thrown;
        }
    }

    final int indexOf(Object key) {
        return indexOf(key, hash(key));
    }

    private int indexOf(Object key, int hash) {
        Node<K, V>[] nodes = this.nodes;
        for (int i = 0; i < nodes.length; i++) {
            if (matches(key, hash, nodes[i])) {
                return i;
            }
        }
        return -1;
    }

    final Node<K, V> find(Object key) {
        return find(key, hashOfSought(key));
    }

    private Node<K, V> find(Object key, int hash) {
        int at = indexOf(key, hash);
        return at < 0 ? null : nodes[at];
    }

    final void append(Node<K, V> node) {
        add(nodes.length, node);
    }

    private void add(int at, Node<K, V> node) {
        int size = nodes.length;
        Node<K, V>[] longer = longer(size + 1);
        for (int i = 0; i < size; i++) {
            longer[i < at ? i : i + 1] = nodes[i];
        }
        longer[at] = node;
        nodes = longer;
    }

    final void drop(int at) {
        int size = nodes.length - 1;
        Node<K, V>[] shorter = longer(size);
        for (int i = 0; i < size; i++) {
            shorter[i] = nodes[i < at ? i : i + 1];
        }
        nodes = shorter;
    }

    final void drop(Node<K, V> node) {
        int at = 0;
        while (nodes[at] != node) {
            at++;
        }
        drop(at);
    }

    private void remove(Node<K, V> node) {
        drop(node);
        modCount++;
    }

    /** From now on nobody knows in which order entries come. */
    final void forgetOrder() {
        capacity = UNKNOWN;
    }

    @SuppressWarnings("unchecked")
    private static <K, V> Node<K, V>[] longer(int length) {
        return (Node<K, V>[]) new Node<?, ?>[length];
    }

    /** What a class below does when an entry was looked at, came, or may be one too many. */
    void touched(Node<K, V> node) {
    }

    void inserted() {
    }

    public int size() {
        return nodes.length;
    }

    public boolean isEmpty() {
        return nodes.length == 0;
    }

    public V get(Object key) {
        Node<K, V> node = find(key);
        if (node == null) {
            return null;
        }
        touched(node);
        return node.value;
    }

    public boolean containsKey(Object key) {
        return find(key) != null;
    }

    public boolean containsValue(Object value) {
        Node<K, V>[] nodes = this.nodes;
        for (int i = 0; i < nodes.length; i++) {
            if (same(value, nodes[i].value)) {
                return true;
            }
        }
        return false;
    }

    public V put(K key, V value) {
        return putNode(key, value, true);
    }

    private V putNode(K key, V value, boolean mayDrop) {
        int hash = hash(key);
        Node<K, V> node = find(key, hash);
        if (node != null) {
            V before = node.value;
            node.value = value;
            touched(node);
            return before;
        }
        insert(nodes.length, new Node<>(key, hash, value), mayDrop);
        return null;
    }

    /** What is computed comes before others at its place of the table, which grows later than by {@code put}. */
    private void insertComputed(K key, int hash, V value) {
        if (capacity != USUAL) {
            capacity = UNKNOWN;
        }
        insert(isOrdered() ? nodes.length : 0, new Node<>(key, hash, value), true);
    }

    private void insert(int at, Node<K, V> node, boolean mayDrop) {
        add(at, node);
        modCount++;
        if (nodes.length > FEW) {
            capacity = UNKNOWN;
        } else if (capacity >= 0 && nodes.length > most) {
            most = nodes.length;
        }
        if (mayDrop) {
            inserted();
        }
    }

    /** Where nothing was put before, the table gets as long as is needed; nobody remembers whether anything was. */
    public void putAll(Map<? extends K, ? extends V> from) {
        int size = from.size();
        if (size > FEW || size > 0 && (nodes.length == 0 || capacity != USUAL)) {
            capacity = UNKNOWN;
        }
        putEntries(from, true);
    }

    /** As in the JDK, a {@code put} of a class below is not asked. */
    final void putEntries(Map<? extends K, ? extends V> from, boolean mayDrop) {
        for (Map.Entry<? extends K, ? extends V> entry : from.entrySet()) {
            putNode(entry.getKey(), entry.getValue(), mayDrop);
        }
    }

    public V remove(Object key) {
        return removeNode(key);
    }

    final V removeNode(Object key) {
        int at = indexOf(key);
        if (at < 0) {
            return null;
        }
        V before = nodes[at].value;
        drop(at);
        modCount++;
        return before;
    }

    public void clear() {
        modCount++;
        nodes = none();
    }

    public V getOrDefault(Object key, V other) {
        Node<K, V> node = find(key);
        if (node == null) {
            return other;
        }
        touched(node);
        return node.value;
    }

    public V putIfAbsent(K key, V value) {
        int hash = hash(key);
        Node<K, V> node = find(key, hash);
        if (node == null) {
            insert(nodes.length, new Node<>(key, hash, value), true);
            return null;
        }
        V before = node.value;
        if (before == null) {
            node.value = value;
        }
        touched(node);
        return before;
    }

    public boolean remove(Object key, Object value) {
        int at = indexOf(key);
        if (at < 0 || !Objects.equals(value, nodes[at].value)) {
            return false;
        }
        drop(at);
        modCount++;
        return true;
    }

    public boolean replace(K key, V old, V value) {
        Node<K, V> node = find(key);
        if (node == null || !Objects.equals(old, node.value)) {
            return false;
        }
        node.value = value;
        touched(node);
        return true;
    }

    public V replace(K key, V value) {
        Node<K, V> node = find(key);
        if (node == null) {
            return null;
        }
        V before = node.value;
        node.value = value;
        touched(node);
        return before;
    }

    public V computeIfAbsent(K key, Function<? super K, ? extends V> how) {
        Objects.requireNonNull(how);
        int hash = hash(key);
        Node<K, V> node = find(key, hash);
        if (node != null && node.value != null) {
            touched(node);
            return node.value;
        }
        int expected = modCount;
        V made = how.apply(key);
        unchanged(expected);
        if (made == null) {
            return null;
        }
        if (node == null) {
            insertComputed(key, hash, made);
        } else {
            node.value = made;
            touched(node);
        }
        return made;
    }

    public V computeIfPresent(K key, BiFunction<? super K, ? super V, ? extends V> how) {
        Objects.requireNonNull(how);
        Node<K, V> node = find(key);
        if (node == null || node.value == null) {
            return null;
        }
        int expected = modCount;
        V made = how.apply(key, node.value);
        unchanged(expected);
        if (made == null) {
            remove(node);
        } else {
            node.value = made;
            touched(node);
        }
        return made;
    }

    public V compute(K key, BiFunction<? super K, ? super V, ? extends V> how) {
        Objects.requireNonNull(how);
        int hash = hash(key);
        Node<K, V> node = find(key, hash);
        int expected = modCount;
        V made = how.apply(key, node == null ? null : node.value);
        unchanged(expected);
        return store(key, hash, node, made);
    }

    public V merge(K key, V value, BiFunction<? super V, ? super V, ? extends V> how) {
        if (value == null || how == null) {
            throw new NullPointerException();
        }
        int hash = hash(key);
        Node<K, V> node = find(key, hash);
        V made = value;
        if (node != null && node.value != null) {
            int expected = modCount;
            made = how.apply(node.value, value);
            unchanged(expected);
        }
        return store(key, hash, node, made);
    }

    private V store(K key, int hash, Node<K, V> node, V made) {
        if (node == null) {
            if (made != null) {
                insertComputed(key, hash, made);
            }
        } else if (made == null) {
            remove(node);
        } else {
            node.value = made;
            touched(node);
        }
        return made;
    }

    private void unchanged(int expected) {
        if (modCount != expected) {
            throw new ConcurrentModificationException();
        }
    }

    public void forEach(BiConsumer<? super K, ? super V> action) {
        Objects.requireNonNull(action);
        int expected = modCount;
        for (Node<K, V> node : inOrder()) {
            action.accept(node.key, node.value);
        }
        unchanged(expected);
    }

    public void replaceAll(BiFunction<? super K, ? super V, ? extends V> how) {
        Objects.requireNonNull(how);
        int expected = modCount;
        for (Node<K, V> node : inOrder()) {
            node.value = how.apply(node.key, node.value);
        }
        unchanged(expected);
    }

    public Set<K> keySet() {
        return new Keys();
    }

    public Collection<V> values() {
        return new Values();
    }

    public Set<Map.Entry<K, V>> entrySet() {
        return new Entries();
    }

    public Object clone() {
        try {
            @SuppressWarnings("unchecked")
            HashMap<K, V> copy = (HashMap<K, V>) super.clone();
            copy.nodes = none();
            copy.modCount = 0;
            copy.capacity = USUAL;
            copy.most = 0;
            copy.copied(nodes.length);
            for (Node<K, V> node : inOrder()) {
                copy.putNode(node.key, node.value, false);
            }
            return copy;
        } catch (CloneNotSupportedException e) {
            throw new InternalError(e);
        }
    }

    final class Keys extends AbstractSet<K> {
        public int size() {
            return HashMap.this.size();
        }

        public void clear() {
            HashMap.this.clear();
        }

        public boolean contains(Object key) {
            return containsKey(key);
        }

        public boolean remove(Object key) {
            int at = indexOf(key);
            if (at >= 0) {
                removeNode(key);
            }
            return at >= 0;
        }

        public Iterator<K> iterator() {
            return new KeyIterator();
        }

        public void forEach(Consumer<? super K> action) {
            Objects.requireNonNull(action);
            int expected = modCount;
            for (Node<K, V> node : inOrder()) {
                action.accept(node.key);
            }
            unchanged(expected);
        }
    }

    final class Values extends AbstractCollection<V> {
        public int size() {
            return HashMap.this.size();
        }

        public void clear() {
            HashMap.this.clear();
        }

        public boolean contains(Object value) {
            return containsValue(value);
        }

        public Iterator<V> iterator() {
            return new ValueIterator();
        }

        public void forEach(Consumer<? super V> action) {
            Objects.requireNonNull(action);
            int expected = modCount;
            for (Node<K, V> node : inOrder()) {
                action.accept(node.value);
            }
            unchanged(expected);
        }
    }

    final class Entries extends AbstractSet<Map.Entry<K, V>> {
        public int size() {
            return HashMap.this.size();
        }

        public void clear() {
            HashMap.this.clear();
        }

        public boolean contains(Object other) {
            if (!(other instanceof Map.Entry<?, ?> entry)) {
                return false;
            }
            Node<K, V> node = find(entry.getKey());
            return node != null && node.equals(entry);
        }

        public boolean remove(Object other) {
            return other instanceof Map.Entry<?, ?> entry
                    && HashMap.this.remove(entry.getKey(), entry.getValue());
        }

        public Iterator<Map.Entry<K, V>> iterator() {
            return new EntryIterator();
        }

        public void forEach(Consumer<? super Map.Entry<K, V>> action) {
            Objects.requireNonNull(action);
            int expected = modCount;
            for (Node<K, V> node : inOrder()) {
                action.accept(node);
            }
            unchanged(expected);
        }
    }

    /** Goes through the entries; as with the JDK's own, the next one is known beforehand. */
    abstract class Cursor {
        private final Node<K, V>[] order = inOrder();
        private int at;
        private Node<K, V> next = order.length == 0 ? null : order[0];
        private Node<K, V> current;
        private int expected = modCount;

        public final boolean hasNext() {
            return next != null;
        }

        final Node<K, V> nextNode() {
            unchanged(expected);
            if (next == null) {
                throw new NoSuchElementException();
            }
            current = next;
            at++;
            next = at < order.length ? order[at] : null;
            return current;
        }

        public final void remove() {
            if (current == null) {
                throw new IllegalStateException();
            }
            unchanged(expected);
            HashMap.this.remove(current);
            current = null;
            expected = modCount;
        }
    }

    final class KeyIterator extends Cursor implements Iterator<K> {
        public K next() {
            return nextNode().key;
        }
    }

    final class ValueIterator extends Cursor implements Iterator<V> {
        public V next() {
            return nextNode().value;
        }
    }

    final class EntryIterator extends Cursor implements Iterator<Map.Entry<K, V>> {
        public Map.Entry<K, V> next() {
            return nextNode();
        }
    }
}
