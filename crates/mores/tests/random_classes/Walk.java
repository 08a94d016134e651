package judge;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Random;

/** Random walks through a model, each call of which is made on the real class as well. */
public abstract class Walk {
    public static final int OK = 0, ERROR = 1, UNKNOWN = 2;
    static final int ESTABLISHED = 0, ANSWERED = 1;
    private static final long[] EDGES = {
        0, 1, -1, 2, 3, 4, 5, 7, 8, 10, 31, 32, 97, 98, 100, 127, 128, -128, -129, 255, 256, 65535,
        Integer.MAX_VALUE, Integer.MIN_VALUE, Integer.MAX_VALUE - 1, Integer.MIN_VALUE + 1, 1L << 31,
        Long.MAX_VALUE, Long.MIN_VALUE, 1L << 61, 5000000000L, 1666666667L, 715827883
    };
    private static final String[] TEXTS = {
        null, "", "a", "b", "q", "x", "y", "ab", "ba", "aa", "xa", "bb", "ac", "\0", "\u00e9a", "\u00ff"
    };

    protected Random random;
    private StringBuilder trace = new StringBuilder();
    /** Calls that were made and compared, and the first that did not do what the model says. */
    public int compared;
    public String contradiction;

    /** The symbols of each method. */
    protected abstract int[][] symbols();
    protected abstract String[] methods();
    protected abstract boolean[] constructs();
    /** Where a symbol leads from a state, and how much of that is established. */
    protected abstract int[][] leads();
    protected abstract int[][] standings();
    protected abstract int[] answers();
    protected abstract int initial();
    /** The most calls of a sequence that anything is claimed of. */
    protected abstract int depth();
    /** Numbers that guards speak of. */
    protected abstract long[] mentioned();
    /** Whether arguments must be small, since the model has integers without bounds. */
    protected abstract boolean small();
    protected abstract Object[] arguments(int method);
    protected abstract boolean holds(int symbol, Object[] arguments);
    /** Gives the registers the values that a transition gives them. */
    protected abstract void update(int from, int symbol, Object[] arguments);
    protected abstract long[] registers();
    protected abstract void call(int method, Object[] arguments) throws Throwable;
    protected abstract boolean isError(Throwable thrown);

    /** Makes one sequence of calls. */
    public void walk(long seed, int longest) {
        random = new Random(seed);
        trace.setLength(0);
        int state = initial();
        int most = Math.min(longest, depth());
        for (int made = 0; made < most && contradiction == null; made++) {
            Step step = choose(state, made == 0);
            if (step == null) return;
            trace.append(trace.length() == 0 ? "" : "; ").append(shown(step));
            update(state, step.symbol, step.arguments);
            int answer = answer(step);
            compared++;
            int to = leads()[state][step.symbol];
            if (answer != answers()[to]) {
                contradiction = "the model says " + (answers()[to] == OK ? "ok" : "error") + " of the last call: " + trace;
                return;
            }
            if (answer == ERROR || standings()[state][step.symbol] != ESTABLISHED) return;
            state = to;
        }
    }

    private static final class Step {
        int method;
        int symbol;
        Object[] arguments;
    }

    /** A call that the model claims something of; rather one that it calls ok, so that there are more behind it. */
    private Step choose(int state, boolean first) {
        boolean rather = random.nextInt(4) != 0;
        Step last = null;
        for (int tries = 0; tries < 6; tries++) {
            Step step = any(state, first);
            if (step == null) return null;
            int to = leads()[state][step.symbol];
            // Nothing is said of calls beyond what was looked at.
            if (to < 0) return null;
            boolean claimed = standings()[state][step.symbol] <= ANSWERED && answers()[to] != UNKNOWN;
            if (!claimed) continue;
            last = step;
            if (!rather || answers()[to] == OK) return step;
        }
        return last;
    }

    /** Any call; nothing if the guards do not say which symbol it belongs to. */
    private Step any(int state, boolean first) {
        int method;
        int tries = 0;
        do {
            method = random.nextInt(methods().length);
            if (++tries > 200) return null;
        } while (constructs()[method] != first);
        Step step = new Step();
        step.method = method;
        step.arguments = arguments(method);
        int holding = 0;
        for (int symbol : symbols()[method]) {
            try {
                if (holds(symbol, step.arguments)) {
                    holding++;
                    step.symbol = symbol;
                }
            } catch (RuntimeException e) {
                contradiction = "guard " + symbol + " throws " + e + " of " + shown(step) + " after " + trace;
                return null;
            }
        }
        if (holding != 1) {
            contradiction = holding + " guards hold of " + shown(step) + " after " + trace;
            return null;
        }
        return step;
    }

    private int answer(Step step) {
        try {
            call(step.method, step.arguments);
            return OK;
        } catch (Throwable thrown) {
            return isError(thrown) ? ERROR : OK;
        }
    }

    protected long number() {
        long[] mentioned = mentioned(), registers = registers();
        switch (random.nextInt(6)) {
            case 0:
            case 1:
                if (mentioned.length > 0) return mentioned[random.nextInt(mentioned.length)] + random.nextInt(3) - 1;
                break;
            case 2:
                if (registers.length > 0) return registers[random.nextInt(registers.length)] + random.nextInt(3) - 1;
                break;
            case 3:
                if (!small()) return EDGES[random.nextInt(EDGES.length)];
                break;
            case 4:
                if (!small()) return random.nextLong() >> random.nextInt(64);
                break;
            default:
        }
        return random.nextInt(12) - 3;
    }

    /** A table from texts, a row each. */
    protected static int[][] rows(String[] texts) {
        int[][] rows = new int[texts.length][];
        for (int i = 0; i < rows.length; i++) {
            rows[i] = java.util.Arrays.stream(texts[i].split(" ")).mapToInt(Integer::parseInt).toArray();
        }
        return rows;
    }

    /** The remainder that is not negative, as models over integers without bounds write it. */
    protected static long mod(long number, long by) {
        return Math.floorMod(number, Math.abs(by));
    }

    protected String text() {
        return TEXTS[random.nextInt(TEXTS.length)];
    }

    protected Object oneOf(Object... values) {
        return values[random.nextInt(values.length)];
    }

    protected Integer boxed() {
        return random.nextInt(5) == 0 ? null : Integer.valueOf((int) number());
    }

    protected int[] cells() {
        if (random.nextInt(6) == 0) return null;
        int[] cells = new int[random.nextInt(3)];
        for (int i = 0; i < cells.length; i++) cells[i] = (int) number();
        return cells;
    }

    protected Object anything(Object it) {
        switch (random.nextInt(4)) {
            case 0: return null;
            case 1: return it;
            case 2: return text();
            default: return new Object();
        }
    }

    /** What is usual where everything fits. */
    protected Object plain(Object it) {
        switch (random.nextInt(4)) {
            case 0: return null;
            case 1: return it;
            case 2: return new String("a");
            default: return new Object();
        }
    }

    /** The second argument is the first one, at times. */
    protected Object[] perhapsOne(Object[] arguments) {
        if (random.nextInt(4) == 0) arguments[1] = arguments[0];
        return arguments;
    }

    private String shown(Step step) {
        StringBuilder text = new StringBuilder(methods()[step.method]).append(" with [");
        for (int i = 0; i < step.arguments.length; i++) text.append(i == 0 ? "" : ", ").append(shown(step.arguments[i], 3));
        return text.append("]").toString();
    }

    private static String shown(Object value, int depth) {
        if (value == null || value instanceof Number || value instanceof Boolean || value instanceof Enum) return "" + value;
        if (value instanceof String) return "\"" + value + "\"";
        if (value instanceof Character) return "char " + (int) (Character) value;
        StringBuilder text = new StringBuilder();
        if (value.getClass().isArray()) {
            for (int i = 0; i < Array.getLength(value); i++) text.append(" ").append(Array.get(value, i));
            return "{" + text + " }";
        }
        text.append(value.getClass().getSimpleName()).append("@").append(System.identityHashCode(value) % 1000).append("(");
        try {
            for (Field field : value.getClass().getDeclaredFields()) {
                if (Modifier.isStatic(field.getModifiers()) || depth == 0) continue;
                field.setAccessible(true);
                text.append(" ").append(field.getName()).append("=").append(shown(field.get(value), depth - 1));
            }
        } catch (IllegalAccessException e) {
            text.append("?");
        }
        return text.append(" )").toString();
    }
}
