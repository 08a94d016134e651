// try with resources: closed in reverse order; what close throws escapes, or is suppressed if the body threw before.
public class Suppressed {
    private String log = "";
    private int suppressed = 0;

    public void run(boolean bodyFails, boolean closeFails) {
        log = "";
        suppressed = 0;
        try (Resource a = new Resource("a", closeFails); Resource b = new Resource("b", false)) {
            if (bodyFails) {
                throw new IllegalStateException();
            }
        } catch (IllegalStateException e) {
            suppressed = e.getSuppressed().length;
        }
        assert log.equals("ba");
    }

    public void inspect() {
        if (suppressed != 1) {
            throw new IllegalStateException();
        }
    }

    private final class Resource implements AutoCloseable {
        private final String name;
        private final boolean fails;

        Resource(String name, boolean fails) {
            this.name = name;
            this.fails = fails;
        }

        @Override
        public void close() {
            log += name;
            if (fails) {
                throw new IllegalArgumentException();
            }
        }
    }
}
