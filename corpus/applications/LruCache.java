import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/** Keeps what was used last, at most as many entries as its capacity. */
public class LruCache {
    private final int capacity;
    private final Map<String, Integer> entries = new LinkedHashMap<>(16, 0.75f, true);
    private long hits;
    private long misses;
    private boolean frozen;

    public LruCache(int capacity) {
        if (capacity <= 0) {
            throw new IllegalArgumentException("capacity must be positive");
        }
        this.capacity = capacity;
    }

    public void put(String key, int value) {
        checkKey(key);
        if (frozen) {
            throw new UnsupportedOperationException("the cache is frozen");
        }
        entries.put(key, value);
        if (entries.size() > capacity) {
            Iterator<String> oldest = entries.keySet().iterator();
            oldest.next();
            oldest.remove();
        }
    }

    public Integer get(String key) {
        checkKey(key);
        Integer found = entries.get(key);
        if (found == null) {
            misses++;
        } else {
            hits++;
        }
        return found;
    }

    public int require(String key) {
        checkKey(key);
        Integer found = entries.get(key);
        if (found == null) {
            throw new IllegalStateException("nothing is kept for " + key);
        }
        return found;
    }

    public boolean remove(String key) {
        checkKey(key);
        if (frozen) {
            throw new UnsupportedOperationException("the cache is frozen");
        }
        return entries.remove(key) != null;
    }

    public void freeze() {
        frozen = true;
    }

    public void thaw() {
        if (!frozen) {
            throw new IllegalStateException("the cache is not frozen");
        }
        frozen = false;
    }

    public void clear() {
        if (frozen) {
            throw new UnsupportedOperationException("the cache is frozen");
        }
        entries.clear();
        hits = 0;
        misses = 0;
    }

    public int size() {
        return entries.size();
    }

    public long hits() {
        return hits;
    }

    public long misses() {
        return misses;
    }

    private static void checkKey(String key) {
        if (key == null) {
            throw new NullPointerException("key");
        }
    }
}
