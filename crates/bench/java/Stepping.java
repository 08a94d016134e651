// Loops to measure an interpreter by: the bodies go straight through, so that the bytecodes of an iteration can be
// counted in the class file.
public class Stepping {
    public static int arithmetic(int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            sum = sum * 31 + (i ^ (sum >>> 7));
        }
        return sum;
    }

    public static int array(int n) {
        int[] ring = new int[64];
        int sum = 0;
        for (int i = 0; i < n; i++) {
            ring[i & 63] += i;
            sum ^= ring[(i + 17) & 63];
        }
        return sum;
    }

    public static int calls(int n) {
        Step[] steps = {new Up(), new Down()};
        int sum = 0;
        for (int i = 0; i < n; i++) {
            sum = steps[i & 1].next(sum);
        }
        return sum;
    }

    abstract static class Step {
        abstract int next(int value);
    }

    static class Up extends Step {
        int next(int value) {
            return value + 5;
        }
    }

    static class Down extends Step {
        int next(int value) {
            return value - 2;
        }
    }

    // Prints the result of a loop and the nanoseconds of the fastest of some runs.
    public static void main(String[] args) {
        int n = Integer.parseInt(args[1]);
        int result = run(args[0], 1);
        long best = Long.MAX_VALUE;
        for (int times = Integer.parseInt(args[2]); times > 0; times--) {
            long start = System.nanoTime();
            result = run(args[0], n);
            best = Math.min(best, System.nanoTime() - start);
        }
        System.out.println(result + " " + best);
    }

    private static int run(String loop, int n) {
        switch (loop) {
            case "arithmetic":
                return arithmetic(n);
            case "array":
                return array(n);
            default:
                return calls(n);
        }
    }
}
