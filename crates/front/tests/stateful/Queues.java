import java.util.*;

public class Queues {
    private final PriorityQueue<int[]> queue = new PriorityQueue<>(Comparator.<int[]>comparingInt(a -> a[0]).thenComparingInt(a -> a[1]));
    private final TreeMap<Integer, List<Integer>> index = new TreeMap<>();
    private final BitSet taken = new BitSet(8);
    private Iterator<Integer> open;
    private int serial;

    public int take() {
        int free = taken.nextClearBit(0);
        if (free >= 5) throw new IllegalStateException();
        taken.set(free);
        return free;
    }
    public void release(int n) { if (!taken.get(n & 7)) throw new IllegalArgumentException(); taken.clear(n & 7); }
    public void add(byte priority) {
        queue.add(new int[] {priority, serial});
        index.computeIfAbsent((int) priority, k -> new LinkedList<>()).add(serial++);
    }
    public int poll() {
        int[] next = queue.remove();
        index.get(next[0]).remove(Integer.valueOf(next[1]));
        return next[1];
    }
    public int below(byte limit) { return index.headMap((int) limit).values().stream().mapToInt(List::size).sum(); }
    public void iterate() { open = index.keySet().iterator(); }
    public int next() { return open.next(); }
    public boolean more() { return open != null && open.hasNext(); }
    public int least() { return index.firstKey(); }
}
