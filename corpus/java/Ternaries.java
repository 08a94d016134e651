// Branches of different types: without a cast the int becomes a double before it is boxed.
public class Ternaries {
    private Object value = null;

    public void mix(boolean one) {
        value = one ? 1 : 2.0;
    }

    public void keep(boolean one) {
        value = one ? (Object) 1 : (Object) 2.0;
    }

    public void whole() {
        if (!(value instanceof Integer)) {
            throw new IllegalStateException();
        }
    }

    public void one() {
        if (!value.equals(1.0)) {
            throw new IllegalStateException();
        }
    }
}
