// A clone of an array is another array: what is changed later does not change what was saved.
public class ArrayClone {
    private int[] live = {0, 0};
    private int[] saved;

    public void flip() {
        live[0] = live.length - 1 - live[0];
    }

    public void save() {
        saved = live.clone();
    }

    public void restore() {
        live = saved.clone();
    }

    public void check() {
        assert live[0] == 0;
    }
}
