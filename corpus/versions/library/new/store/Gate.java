package store;

/** A door that is moved by words. */
public class Gate {
    private boolean open;

    public void event(String name) {
        switch (name) {
            case "open" -> {
                if (open) {
                    throw new IllegalStateException("open");
                }
                open = true;
            }
            case "close" -> open = false;
            default -> throw new IllegalArgumentException(name);
        }
    }
}
