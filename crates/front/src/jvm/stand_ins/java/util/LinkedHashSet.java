package java.util;

import java.io.Serializable;

/** Stands for the set of the JDK that keeps the order in which elements came. */
public class LinkedHashSet<E> extends HashSet<E> implements Set<E>, Cloneable, Serializable {
    public LinkedHashSet() {
        super(new LinkedHashMap<>());
    }

    public LinkedHashSet(int initialCapacity) {
        super(new LinkedHashMap<>(initialCapacity));
    }

    public LinkedHashSet(int initialCapacity, float loadFactor) {
        super(new LinkedHashMap<>(initialCapacity, loadFactor));
    }

    public static <E> LinkedHashSet<E> newLinkedHashSet(int elements) {
        LinkedHashSet<E> set = new LinkedHashSet<>();
        HashMap.newHashMap(elements);
        return set;
    }

    public LinkedHashSet(Collection<? extends E> from) {
        super(new LinkedHashMap<>());
        addAll(from);
    }
}
