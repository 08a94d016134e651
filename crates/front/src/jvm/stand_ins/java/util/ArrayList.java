package java.util;

import java.io.Serializable;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** Stands for the list of the JDK: an array that is as long as the list. */
public class ArrayList<E> extends AbstractList<E>
        implements List<E>, RandomAccess, Cloneable, Serializable {
    private transient Object[] elements = new Object[0];

    public ArrayList() {
    }

    public ArrayList(int initialCapacity) {
        if (initialCapacity < 0) {
            throw new IllegalArgumentException("Illegal Capacity: " + initialCapacity);
        }
    }

    public ArrayList(Collection<? extends E> from) {
        Object[] given = from.toArray();
        elements = copy(given, 0, given.length);
    }

    private static Object[] copy(Object[] from, int begin, int end) {
        Object[] copy = new Object[end - begin];
        for (int i = begin; i < end; i++) {
            copy[i - begin] = from[i];
        }
        return copy;
    }

    private void check(int index) {
        if (index < 0 || index >= elements.length) {
            throw new IndexOutOfBoundsException(index);
        }
    }

    private void checkPosition(int index) {
        if (index < 0 || index > elements.length) {
            throw new IndexOutOfBoundsException(index);
        }
    }

    public void trimToSize() {
        modCount++;
    }

    /** Whether iterators notice depends on how long the JDK's array is. */
    public void ensureCapacity(int capacity) {
        if (capacity > elements.length) {
            undecided();
        }
    }

    private static native void undecided();

    public int size() {
        return elements.length;
    }

    public boolean isEmpty() {
        return elements.length == 0;
    }

    public boolean contains(Object element) {
        return indexOf(element) >= 0;
    }

    public int indexOf(Object element) {
        Object[] elements = this.elements;
        for (int i = 0; i < elements.length; i++) {
            if (element == null ? elements[i] == null : element.equals(elements[i])) {
                return i;
            }
        }
        return -1;
    }

    public int lastIndexOf(Object element) {
        Object[] elements = this.elements;
        for (int i = elements.length - 1; i >= 0; i--) {
            if (element == null ? elements[i] == null : element.equals(elements[i])) {
                return i;
            }
        }
        return -1;
    }

    public Object clone() {
        try {
            ArrayList<?> copy = (ArrayList<?>) super.clone();
            copy.elements = copy(elements, 0, elements.length);
            copy.modCount = 0;
            return copy;
        } catch (CloneNotSupportedException e) {
            throw new InternalError(e);
        }
    }

    public Object[] toArray() {
        return copy(elements, 0, elements.length);
    }

    @SuppressWarnings("unchecked")
    public <T> T[] toArray(T[] into) {
        int size = elements.length;
        if (into.length < size) {
            return (T[]) Arrays.copyOf(elements, size, into.getClass());
        }
        System.arraycopy(elements, 0, into, 0, size);
        if (into.length > size) {
            into[size] = null;
        }
        return into;
    }

    @SuppressWarnings("unchecked")
    public E get(int index) {
        check(index);
        return (E) elements[index];
    }

    @SuppressWarnings("unchecked")
    public E set(int index, E element) {
        check(index);
        E before = (E) elements[index];
        elements[index] = element;
        return before;
    }

    public boolean add(E element) {
        modCount++;
        put(elements.length, element);
        return true;
    }

    public void add(int index, E element) {
        checkPosition(index);
        modCount++;
        put(index, element);
    }

    private void put(int index, E element) {
        int size = elements.length;
        Object[] longer = new Object[size + 1];
        for (int i = 0; i < size; i++) {
            longer[i < index ? i : i + 1] = elements[i];
        }
        longer[index] = element;
        elements = longer;
    }

    @SuppressWarnings("unchecked")
    public E remove(int index) {
        check(index);
        E before = (E) elements[index];
        drop(index);
        return before;
    }

    private void drop(int index) {
        modCount++;
        int size = elements.length - 1;
        Object[] shorter = new Object[size];
        for (int i = 0; i < size; i++) {
            shorter[i] = elements[i < index ? i : i + 1];
        }
        elements = shorter;
    }

    public boolean remove(Object element) {
        int at = indexOf(element);
        if (at < 0) {
            return false;
        }
        drop(at);
        return true;
    }

    public void clear() {
        modCount++;
        elements = new Object[0];
    }

    public boolean addAll(Collection<? extends E> from) {
        Object[] given = from.toArray();
        modCount++;
        insert(elements.length, given);
        return given.length > 0;
    }

    public boolean addAll(int index, Collection<? extends E> from) {
        checkPosition(index);
        Object[] given = from.toArray();
        modCount++;
        insert(index, given);
        return given.length > 0;
    }

    private void insert(int index, Object[] given) {
        int size = elements.length;
        Object[] longer = new Object[size + given.length];
        for (int i = 0; i < size; i++) {
            longer[i < index ? i : i + given.length] = elements[i];
        }
        for (int i = 0; i < given.length; i++) {
            longer[index + i] = given[i];
        }
        elements = longer;
    }

    protected void removeRange(int begin, int end) {
        if (begin > end) {
            throw new IndexOutOfBoundsException("From Index: " + begin + " > To Index: " + end);
        }
        modCount++;
        int size = elements.length;
        Object[] shorter = new Object[size - (end - begin)];
        System.arraycopy(elements, 0, shorter, 0, begin);
        System.arraycopy(elements, end, shorter, begin, size - end);
        elements = shorter;
    }

    public boolean removeAll(Collection<?> of) {
        Objects.requireNonNull(of);
        return keep(element -> !of.contains(element)) > 0;
    }

    public boolean retainAll(Collection<?> of) {
        Objects.requireNonNull(of);
        return keep(of::contains) > 0;
    }

    public boolean removeIf(Predicate<? super E> filter) {
        Objects.requireNonNull(filter);
        int expected = modCount;
        Object[] kept = kept(element -> !filter.test(element));
        if (modCount != expected) {
            throw new ConcurrentModificationException();
        }
        return replace(kept) > 0;
    }

    private int keep(Predicate<? super E> wanted) {
        return replace(kept(wanted));
    }

    @SuppressWarnings("unchecked")
    private Object[] kept(Predicate<? super E> wanted) {
        Object[] elements = this.elements;
        Object[] kept = new Object[elements.length];
        int count = 0;
        for (int i = 0; i < elements.length; i++) {
            if (wanted.test((E) elements[i])) {
                kept[count++] = elements[i];
            }
        }
        return copy(kept, 0, count);
    }

    /** How many there are less. */
    private int replace(Object[] kept) {
        int less = elements.length - kept.length;
        if (less > 0) {
            modCount++;
            elements = kept;
        }
        return less;
    }

    @SuppressWarnings("unchecked")
    public void forEach(Consumer<? super E> action) {
        Objects.requireNonNull(action);
        int expected = modCount;
        Object[] elements = this.elements;
        for (int i = 0; modCount == expected && i < elements.length; i++) {
            action.accept((E) elements[i]);
        }
        if (modCount != expected) {
            throw new ConcurrentModificationException();
        }
    }

    @SuppressWarnings("unchecked")
    public void replaceAll(UnaryOperator<E> how) {
        Objects.requireNonNull(how);
        int expected = modCount;
        Object[] elements = this.elements;
        for (int i = 0; modCount == expected && i < elements.length; i++) {
            elements[i] = how.apply((E) elements[i]);
        }
        if (modCount != expected) {
            throw new ConcurrentModificationException();
        }
        modCount++;
    }

    @SuppressWarnings("unchecked")
    public void sort(Comparator<? super E> by) {
        int expected = modCount;
        Arrays.sort((E[]) elements, by);
        if (modCount != expected) {
            throw new ConcurrentModificationException();
        }
        modCount++;
    }
}
