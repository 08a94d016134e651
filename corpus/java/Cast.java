// A parameter of type Object that is cast: null passes every cast, another class does not.
public class Cast {
    private String text;

    public void put(Object value) {
        text = (String) value;
    }

    public void use() {
        if (!(text instanceof String)) {
            throw new IllegalStateException();
        }
    }
}
