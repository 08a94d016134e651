// An object as a parameter of which only one thing can be seen: whether it is there.
import java.util.Objects;

public class NullParam {
    private Object listener;

    public void attach(Object listener) {
        if (this.listener != null) {
            throw new IllegalStateException();
        }
        this.listener = Objects.requireNonNull(listener);
    }

    public void detach() {
        if (listener == null) {
            throw new IllegalStateException();
        }
        listener = null;
    }
}
