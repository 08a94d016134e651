// A record with a constructor that checks, and with the equals and hashCode that records have.
public class Records {
    private record Span(int low, int high) {
        Span {
            if (low > high) {
                throw new IllegalArgumentException();
            }
        }
    }

    private Span span = new Span(0, 0);

    public void widen() {
        if (span.high() == 2) {
            throw new IllegalStateException();
        }
        span = new Span(span.low(), span.high() + 1);
    }

    public void raise() {
        span = new Span(span.low() + 1, span.high());
    }

    public void finish() {
        Span goal = new Span(1, 2);
        if (!span.equals(goal)) {
            throw new IllegalStateException();
        }
        assert span != goal && span.hashCode() == goal.hashCode();
        span = new Span(0, 0);
    }
}
