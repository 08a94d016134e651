/** Static initialisers at their first use, in the order of the source, in circles. */
public class Initialisation {
    static int order = 0;

    static class First {
        static int at = ++order;
        static final int FIXED = 7;
        static final int COMPUTED = Integer.parseInt("12");

        static int touch() {
            return at;
        }
    }

    static class Second extends First {
        static int at2 = ++order;

        int n = at2;
    }

    interface Quiet {
        int Q = bump();

        static int bump() {
            return order += 100;
        }
    }

    interface Loud {
        int L = loud();

        static int loud() {
            return order += 1000;
        }

        default int hear() {
            return L;
        }
    }

    static class Third implements Quiet, Loud {
        static int at3 = ++order;
    }

    static class Ping {
        static int p = Pong.q + 1;
    }

    static class Pong {
        static int q = Ping.p + 10;
    }

    enum Level {
        LOW {
            int weight() {
                return 1;
            }
        },
        HIGH;

        static final Level[] ALL = values();

        int weight() {
            return 10 * ordinal();
        }
    }

    int seen = order;

    public int first() {
        return First.touch();
    }

    public int constant() {
        return First.FIXED + order;
    }

    public int computed() {
        return First.COMPUTED + order;
    }

    public int second() {
        return new Second().n;
    }

    public int inherited() {
        return Second.at;
    }

    public int third() {
        return Third.at3;
    }

    public int quiet() {
        return Third.Q;
    }

    public int hear() {
        return new Third().hear();
    }

    public int ping() {
        return Ping.p * 100 + Pong.q;
    }

    public int pong() {
        return Pong.q * 100 + Ping.p;
    }

    public int level(int i) {
        return i == 0 ? Level.LOW.weight() : Level.ALL[1].weight();
    }

    public int arrays() {
        Second[] none = new Second[2];
        return none.length + order;
    }

    public boolean test(Object o) {
        return o instanceof Second;
    }

    public int order() {
        return order;
    }
}
