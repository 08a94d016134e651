// A parameter of an interface type: which class the object has decides what a call on it does.
public class JobParam {
    public sealed interface Job permits Quick, Slow {
        int cost();
    }

    public static final class Quick implements Job {
        @Override
        public int cost() {
            return 0;
        }
    }

    public static final class Slow implements Job {
        @Override
        public int cost() {
            return 1;
        }
    }

    private int budget = 1;

    public void run(Job job) {
        if (job.cost() > budget) {
            throw new IllegalStateException();
        }
        budget -= job.cost();
    }

    public void refill() {
        budget = 1;
    }
}
