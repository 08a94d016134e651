import java.util.*;
import java.util.function.*;

public class Machine {
    enum State { IDLE, RUNNING { @Override boolean may(State next) { return next != RUNNING; } }, BROKEN;
        boolean may(State next) { return next == RUNNING; } }
    record Event(State from, State to, int at) { }

    private State state = State.IDLE;
    private final EnumMap<State, Integer> visits = new EnumMap<>(State.class);
    private final List<Event> log = new ArrayList<>();
    private final Deque<IntUnaryOperator> work = new ArrayDeque<>();
    private int clock;

    private void go(State next) {
        if (!state.may(next)) throw new IllegalStateException(state + " to " + next);
        log.add(new Event(state, next, clock++));
        visits.merge(next, 1, Integer::sum);
        state = next;
    }

    public void start() { go(State.RUNNING); }
    public void stop() { go(State.IDLE); }
    public void fail() { go(State.BROKEN); }
    public void schedule(int n) { work.addLast(n % 2 == 0 ? x -> x + n : x -> x * n); }
    public int run(int x) {
        if (state != State.RUNNING) throw new UnsupportedOperationException();
        for (IntUnaryOperator op : work) x = op.applyAsInt(x);
        return x;
    }
    public int unschedule() { return work.removeFirst().applyAsInt(3); }
    public int history() { return log.size() * 100 + visits.getOrDefault(State.IDLE, 0); }
    public int last() { return log.get(log.size() - 1).toString().hashCode(); }
    public int compare(int i, int j) { return log.get(i & 3).equals(log.get(j & 3)) ? 1 : 0; }
    public int state() { return state.ordinal(); }
    public String name() { return state.name(); }
}
