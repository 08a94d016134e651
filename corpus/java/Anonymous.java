// An anonymous class with state of its own and a captured parameter.
public class Anonymous {
    private interface Ticket {
        void use();
    }

    private Ticket ticket;

    public void issue(boolean twice) {
        ticket = new Ticket() {
            private int left = twice ? 2 : 1;

            @Override
            public void use() {
                if (left-- == 0) {
                    throw new IllegalStateException();
                }
            }
        };
    }

    public void use() {
        ticket.use();
    }
}
