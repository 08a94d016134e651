package java.util;

/** Stands for the map of the JDK that keeps the order in which entries came, or were last looked at. */
public class LinkedHashMap<K, V> extends HashMap<K, V> implements Map<K, V> {
    private final boolean accessOrder;

    public LinkedHashMap() {
        accessOrder = false;
    }

    public LinkedHashMap(int initialCapacity) {
        super(initialCapacity);
        accessOrder = false;
    }

    public LinkedHashMap(int initialCapacity, float loadFactor) {
        super(initialCapacity, loadFactor);
        accessOrder = false;
    }

    public LinkedHashMap(int initialCapacity, float loadFactor, boolean accessOrder) {
        super(initialCapacity, loadFactor);
        this.accessOrder = accessOrder;
    }

    public LinkedHashMap(Map<? extends K, ? extends V> from) {
        accessOrder = false;
        putEntries(from, false);
    }

    public static <K, V> LinkedHashMap<K, V> newLinkedHashMap(int entries) {
        if (entries < 0) {
            throw new IllegalArgumentException("Negative number of mappings: " + entries);
        }
        return new LinkedHashMap<>();
    }

    /** Whether to drop the entry that came first, now that one more has come. */
    protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
        return false;
    }

    @Override
    boolean isOrdered() {
        return true;
    }

    @Override
    void touched(Node<K, V> node) {
        int last = nodes.length - 1;
        if (accessOrder && nodes[last] != node) {
            drop(node);
            append(node);
            modCount++;
        }
    }

    @Override
    void inserted() {
        Node<K, V> first = nodes[0];
        if (removeEldestEntry(first)) {
            removeNode(first.key);
        }
    }
}
