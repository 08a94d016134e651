import java.util.LinkedHashMap;
import java.util.Map;

public class Cache {
    private final int room;
    private final Map<Integer, String> held = new LinkedHashMap<>(16, 0.75f, true) {
        @Override protected boolean removeEldestEntry(Map.Entry<Integer, String> eldest) { return size() > room; }
    };
    private int hits;

    public Cache(int room) {
        if (room < 0) throw new IllegalArgumentException("room " + room);
        this.room = Math.min(room, 3);
    }

    public void put(byte key, int value) { held.put((int) key % 5, "v" + value); }
    public int get(byte key) {
        String found = held.get((int) key % 5);
        if (found != null) hits++;
        return found == null ? -hits : found.hashCode();
    }
    public boolean drop(byte key) { return held.remove((int) key % 5) != null; }
    public int shown() { return held.toString().hashCode(); }
    public int first() { return held.keySet().iterator().next(); }
}
