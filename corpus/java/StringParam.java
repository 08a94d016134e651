// A string as a parameter that is kept: null and the empty one are errors, its length decides what is legal later.
public class StringParam {
    private String name;

    public void rename(String name) {
        if (name.isEmpty()) {
            throw new IllegalArgumentException();
        }
        this.name = name;
    }

    public void print() {
        if (name == null) {
            throw new IllegalStateException();
        }
    }

    public void abbreviate() {
        if (name.length() < 2) {
            throw new IllegalStateException();
        }
    }
}
