import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/** Parameters with type arguments, wildcards among them; what lies in them is of these types. */
public class Wrapped {
    public void exact(Wrap<Integer> wrap) {
        int value = wrap.get();
        if (value < 0) throw new IllegalArgumentException();
    }

    public void upper(Wrap<? extends Integer> wrap) {
        int value = wrap.get();
    }

    public void lower(Wrap<? super Integer> wrap) {
        Object value = wrap.get();
        if (value == null) throw new IllegalArgumentException();
    }

    public void any(Wrap<?> wrap) {
        if (wrap.get() == null) throw new IllegalArgumentException();
    }

    public void below(IntWrap wrap) {
        int value = wrap.get();
    }

    public void deep(Wrap<Wrap<String>> wrap) {
        if (wrap.get() == null) throw new IllegalArgumentException();
    }

    public void library(Optional<Integer> optional, AtomicReference<String> reference) {
        int value = optional.get();
        int length = reference.get().length();
    }

    public void array(Wrap<Integer>[] wraps) {
        int value = wraps[0] == null ? 0 : 1;
    }
}

class Wrap<T> {
    T value;

    Wrap(T value) {
        this.value = value;
    }

    T get() {
        return value;
    }
}

class IntWrap extends Wrap<Integer> {
    IntWrap(Integer value) {
        super(value);
    }
}

class WrappedClient {
    static void run() {
        Wrapped wrapped = new Wrapped();
        wrapped.exact(new Wrap<>(5));
        wrapped.upper(new Wrap<>(5));
        wrapped.lower(new Wrap<Object>("text"));
        wrapped.any(new Wrap<>('c'));
        wrapped.below(new IntWrap(1));
        wrapped.deep(new Wrap<>(new Wrap<>("text")));
        wrapped.library(Optional.of(1), new AtomicReference<>("text"));
    }
}
