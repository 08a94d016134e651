// An inner class that works on the fields of its outer object, and a local class that captures one of them.
public class Inner {
    private int uses = 0;
    private Lease lease;

    public void acquire() {
        if (lease != null) {
            throw new IllegalStateException();
        }
        lease = new Lease();
    }

    public void release() {
        lease.end();
    }

    public void audit() {
        int most = 2;
        class Audit {
            boolean complete() {
                return uses == most && lease == null;
            }
        }
        if (!new Audit().complete()) {
            throw new IllegalStateException();
        }
        uses = 0;
    }

    private final class Lease {
        Lease() {
            if (uses == 2) {
                throw new IllegalStateException();
            }
            uses++;
        }

        void end() {
            Inner.this.lease = null;
        }
    }
}
