// Strings that are equal but not the same: constants are shared, what is put together at run time is not.
public class Interned {
    private String word = "a" + "b";
    private String half = "a";

    public void rebuild() {
        word = half + "b";
        assert word.equals("ab");
    }

    public void intern() {
        word = word.intern();
    }

    public void same() {
        if (word != "ab") {
            throw new IllegalStateException();
        }
    }
}
