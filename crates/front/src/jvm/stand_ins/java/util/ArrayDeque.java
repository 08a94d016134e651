package java.util;

import java.io.Serializable;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** Stands for the deque of the JDK: an array that is as long as the deque. */
public class ArrayDeque<E> extends AbstractCollection<E>
        implements Deque<E>, Cloneable, Serializable {
    private transient Object[] elements = new Object[0];

    public ArrayDeque() {
    }

    public ArrayDeque(int capacity) {
    }

    public ArrayDeque(Collection<? extends E> from) {
        addAll(from);
    }

    private void put(int index, E element) {
        if (element == null) {
            throw new NullPointerException();
        }
        int size = elements.length;
        Object[] longer = new Object[size + 1];
        for (int i = 0; i < size; i++) {
            longer[i < index ? i : i + 1] = elements[i];
        }
        longer[index] = element;
        elements = longer;
    }

    @SuppressWarnings("unchecked")
    private E drop(int index) {
        E before = (E) elements[index];
        int size = elements.length - 1;
        Object[] shorter = new Object[size];
        for (int i = 0; i < size; i++) {
            shorter[i] = elements[i < index ? i : i + 1];
        }
        elements = shorter;
        return before;
    }

    public void addFirst(E element) {
        put(0, element);
    }

    public void addLast(E element) {
        put(elements.length, element);
    }

    public boolean addAll(Collection<? extends E> from) {
        int before = elements.length;
        for (E element : from) {
            addLast(element);
        }
        return elements.length > before;
    }

    public boolean offerFirst(E element) {
        addFirst(element);
        return true;
    }

    public boolean offerLast(E element) {
        addLast(element);
        return true;
    }

    public E removeFirst() {
        if (elements.length == 0) {
            throw new NoSuchElementException();
        }
        return drop(0);
    }

    public E removeLast() {
        if (elements.length == 0) {
            throw new NoSuchElementException();
        }
        return drop(elements.length - 1);
    }

    public E pollFirst() {
        return elements.length == 0 ? null : drop(0);
    }

    public E pollLast() {
        return elements.length == 0 ? null : drop(elements.length - 1);
    }

    @SuppressWarnings("unchecked")
    public E getFirst() {
        if (elements.length == 0) {
            throw new NoSuchElementException();
        }
        return (E) elements[0];
    }

    @SuppressWarnings("unchecked")
    public E getLast() {
        if (elements.length == 0) {
            throw new NoSuchElementException();
        }
        return (E) elements[elements.length - 1];
    }

    @SuppressWarnings("unchecked")
    public E peekFirst() {
        return elements.length == 0 ? null : (E) elements[0];
    }

    @SuppressWarnings("unchecked")
    public E peekLast() {
        return elements.length == 0 ? null : (E) elements[elements.length - 1];
    }

    public boolean removeFirstOccurrence(Object element) {
        for (int i = 0; element != null && i < elements.length; i++) {
            if (element.equals(elements[i])) {
                drop(i);
                return true;
            }
        }
        return false;
    }

    public boolean removeLastOccurrence(Object element) {
        for (int i = elements.length - 1; element != null && i >= 0; i--) {
            if (element.equals(elements[i])) {
                drop(i);
                return true;
            }
        }
        return false;
    }

    public boolean add(E element) {
        addLast(element);
        return true;
    }

    public boolean offer(E element) {
        return offerLast(element);
    }

    public E remove() {
        return removeFirst();
    }

    public E poll() {
        return pollFirst();
    }

    public E element() {
        return getFirst();
    }

    public E peek() {
        return peekFirst();
    }

    public void push(E element) {
        addFirst(element);
    }

    public E pop() {
        return removeFirst();
    }

    public int size() {
        return elements.length;
    }

    public boolean isEmpty() {
        return elements.length == 0;
    }

    public Iterator<E> iterator() {
        return new Forward();
    }

    public Iterator<E> descendingIterator() {
        return new Backward();
    }

    @SuppressWarnings("unchecked")
    public void forEach(Consumer<? super E> action) {
        Objects.requireNonNull(action);
        Object[] elements = this.elements;
        for (int i = 0; i < elements.length; i++) {
            action.accept((E) elements[i]);
            if (elements != this.elements) {
                undecided();
            }
        }
    }

    @SuppressWarnings("unchecked")
    public boolean removeIf(Predicate<? super E> filter) {
        Objects.requireNonNull(filter);
        Object[] before = this.elements;
        Object[] kept = new Object[before.length];
        int count = 0;
        for (int i = 0; i < before.length; i++) {
            if (!filter.test((E) before[i])) {
                kept[count++] = before[i];
            }
        }
        elements = Arrays.copyOf(kept, count);
        return count < before.length;
    }

    public boolean removeAll(Collection<?> of) {
        Objects.requireNonNull(of);
        return removeIf(element -> of.contains(element));
    }

    public boolean retainAll(Collection<?> of) {
        Objects.requireNonNull(of);
        return removeIf(element -> !of.contains(element));
    }

    public boolean contains(Object element) {
        for (int i = 0; element != null && i < elements.length; i++) {
            if (element.equals(elements[i])) {
                return true;
            }
        }
        return false;
    }

    public boolean remove(Object element) {
        return removeFirstOccurrence(element);
    }

    public void clear() {
        elements = new Object[0];
    }

    public Object[] toArray() {
        return Arrays.copyOf(elements, elements.length);
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

    public ArrayDeque<E> clone() {
        return new ArrayDeque<>(this);
    }

    /** What a change in between does depends on where in its array the JDK's own keeps the elements. */
    private static native void undecided();

    /** Goes through the elements from the first one. */
    private class Forward implements Iterator<E> {
        Object[] seen = elements;
        int next;
        boolean given;

        public boolean hasNext() {
            return next < seen.length;
        }

        @SuppressWarnings("unchecked")
        public E next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            unchanged();
            given = true;
            return (E) seen[next++];
        }

        public void remove() {
            if (!given) {
                throw new IllegalStateException();
            }
            unchanged();
            given = false;
            next--;
            drop(next);
            seen = elements;
        }

        void unchanged() {
            if (seen != elements) {
                undecided();
            }
        }
    }

    private final class Backward extends Forward {
        Backward() {
            next = elements.length - 1;
        }

        public boolean hasNext() {
            return next >= 0;
        }

        @SuppressWarnings("unchecked")
        public E next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            unchanged();
            given = true;
            return (E) seen[next--];
        }

        public void remove() {
            if (!given) {
                throw new IllegalStateException();
            }
            unchanged();
            given = false;
            drop(next + 1);
            seen = elements;
        }
    }
}
