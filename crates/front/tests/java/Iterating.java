import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedList;
import java.util.List;
import java.util.ListIterator;
import java.util.Map;
import java.util.TreeMap;

/** Iterators over collections that change under them, and views of collections. */
public class Iterating {
    private final List<Integer> list;
    private final Map<Integer, Integer> map;
    private Iterator<?> iterator;
    private ListIterator<Integer> both;

    public Iterating(int kind) {
        list = (kind & 1) == 0 ? new ArrayList<>() : new LinkedList<>();
        map = (kind & 2) == 0 ? new HashMap<>() : new TreeMap<>();
        for (int i = 0; i < 4; i++) {
            list.add(i * 7 % 5);
            map.put(i * 17, i);
        }
    }

    public void over(int what) {
        switch (what & 7) {
            case 0: iterator = list.iterator(); break;
            case 1: iterator = map.keySet().iterator(); break;
            case 2: iterator = map.entrySet().iterator(); break;
            case 3: iterator = map.values().iterator(); break;
            case 4: iterator = Collections.unmodifiableList(list).iterator(); break;
            case 5: iterator = new ArrayDeque<>(list).descendingIterator(); break;
            case 6: iterator = Collections.unmodifiableMap(map).entrySet().iterator(); break;
            default: iterator = Collections.unmodifiableCollection(map.values()).iterator(); break;
        }
    }

    public void both(int at) {
        both = list.listIterator(at & 7);
    }

    public boolean hasNext() {
        return iterator.hasNext();
    }

    public String next() {
        return String.valueOf(iterator.next());
    }

    public void remove() {
        iterator.remove();
    }

    public int forth() {
        return both.next();
    }

    public int back() {
        return both.previous();
    }

    public int positions() {
        return both.nextIndex() * 10 + both.previousIndex();
    }

    public void set(int n) {
        both.set(n);
    }

    public void add(int n) {
        both.add(n);
    }

    public void change(int n) {
        if ((n & 1) == 0) list.add(n);
        else map.remove(n);
    }

    public boolean view(int what, int n) {
        Collection<Integer> view;
        switch (what & 7) {
            case 0: view = Collections.unmodifiableList(list); break;
            case 1: view = Collections.unmodifiableCollection(list); break;
            case 2: view = Collections.unmodifiableSet(map.keySet()); break;
            case 3: view = list.subList(1, 3); break;
            case 4: view = Collections.synchronizedList(list); break;
            case 5: view = map.keySet(); break;
            case 6: view = Collections.checkedList(list, Integer.class); break;
            default: view = Collections.singleton(n); break;
        }
        return (n & 1) == 0 ? view.contains(n & 7) : (n & 2) == 0 ? view.remove((Object) (n & 7)) : view.add(n);
    }

    public int sum() {
        int sum = 0;
        for (Map.Entry<Integer, Integer> entry : map.entrySet()) sum = sum * 31 + entry.getKey() + entry.setValue(sum);
        for (int n : list) sum = sum * 31 + n;
        return sum;
    }
}
