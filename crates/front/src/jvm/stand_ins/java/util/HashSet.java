package java.util;

import java.io.Serializable;

/** Stands for the set of the JDK: the keys of a map. */
public class HashSet<E> extends AbstractSet<E> implements Set<E>, Cloneable, Serializable {
    private transient HashMap<E, Boolean> map;

    public HashSet() {
        map = new HashMap<>();
    }

    public HashSet(Collection<? extends E> from) {
        map = new HashMap<>();
        if (from.size() > HashMap.FEW) {
            map.forgetOrder();
        }
        addAll(from);
    }

    public HashSet(int initialCapacity) {
        map = new HashMap<>(initialCapacity);
    }

    public HashSet(int initialCapacity, float loadFactor) {
        map = new HashMap<>(initialCapacity, loadFactor);
    }

    public static <E> HashSet<E> newHashSet(int elements) {
        return new HashSet<>(HashMap.newHashMap(elements));
    }

    HashSet(HashMap<E, Boolean> map) {
        this.map = map;
    }

    public Iterator<E> iterator() {
        return map.keySet().iterator();
    }

    public int size() {
        return map.size();
    }

    public boolean isEmpty() {
        return map.isEmpty();
    }

    public boolean contains(Object element) {
        return map.containsKey(element);
    }

    public boolean add(E element) {
        return map.put(element, Boolean.TRUE) == null;
    }

    public boolean remove(Object element) {
        return map.remove(element) != null;
    }

    public void clear() {
        map.clear();
    }

    @SuppressWarnings("unchecked")
    public Object clone() {
        try {
            HashSet<E> copy = (HashSet<E>) super.clone();
            copy.map = (HashMap<E, Boolean>) map.clone();
            return copy;
        } catch (CloneNotSupportedException e) {
            throw new InternalError(e);
        }
    }

    public Object[] toArray() {
        return map.keySet().toArray();
    }

    public <T> T[] toArray(T[] into) {
        return map.keySet().toArray(into);
    }
}
