package shop;

import java.io.IOException;

/** Takes most of what a client can pass: a constant with a body, small numbers, objects with private fields, itself. */
public class Order {
    public enum Kind {
        SMALL,
        LARGE {
            @Override
            boolean isHeavy() {
                return true;
            }
        };

        boolean isHeavy() {
            return false;
        }
    }

    /** One field is set by the constructor, the other by nobody from outside. */
    public static class Ticket {
        private final int number;
        private boolean used;

        public Ticket(int number) {
            this.number = number;
        }
    }

    /** Nobody outside can name it. */
    private static final class Refused extends RuntimeException {
    }

    private final boolean heavy;
    private Ticket ticket;

    public Order(Kind kind, byte size) throws IOException {
        if (size < 0) {
            throw new IOException();
        }
        heavy = kind.isHeavy();
    }

    public void accept(Ticket offered) {
        if (ticket != null || offered.used || offered.number < 7) {
            throw new Refused();
        }
        ticket = offered;
    }

    public void giveBack(Ticket returned) {
        if (returned == null || returned != ticket) {
            throw new Refused();
        }
        ticket = null;
    }

    public void compare(Ticket left, Ticket right) {
        if (left != right) {
            throw new Refused();
        }
    }

    public void lift(char hook, long force, double angle) {
        if (heavy && force < 3_000_000_000L || hook == '\'' || !(angle > 0.5)) {
            throw new Refused();
        }
    }

    public void merge(Order other) {
        if (other != this) {
            throw new Refused();
        }
    }

    public void label(String... words) {
        if (words.length == 0 || words[0] == null) {
            throw new Refused();
        }
    }

    public void notify(Runnable watcher) {
        if (watcher == null) {
            throw new Refused();
        }
    }

    /** An overload that a plain null would not tell from the one above. */
    public void notify(Thread watcher) {
        if (watcher != null) {
            throw new Refused();
        }
    }
}
