/** An inner class that uses the type variables of the class around it, and a constructor with a hidden parameter. */
public class Around {
    public static class Base<T extends First & Second> {
        public class Inner {
            T kept;

            public Inner(T first) {
                kept = first;
                if (first != null && first.second() != 2) throw new IllegalStateException();
            }

            public void set(T next) {
                if (next.second() != 2) throw new IllegalStateException();
                kept = next;
            }
        }
    }

    interface First {
        int first();
    }

    interface Second {
        int second();
    }

    static class Half implements First {
        public int first() {
            return 1;
        }
    }

    static class Whole implements First, Second {
        public int first() {
            return 1;
        }

        public int second() {
            return 2;
        }
    }

    static class AroundClient {
        static void run() {
            Base<Whole> base = new Base<>();
            Base<Whole>.Inner inner = base.new Inner(new Whole());
            inner.set(new Whole());
        }
    }
}
