// Strings put together from text, numbers, truth values, characters and null, and compared with equals.
public class Concat {
    private String path = "";
    private int depth = 0;
    private Object owner = null;

    public void enter() {
        if (path.equals("/0/1")) {
            throw new IllegalStateException();
        }
        path += "/" + depth;
        depth++;
    }

    public void home() {
        String label = path + ':' + depth + owner + (depth > 0) + -7L;
        if (!label.equals("/0/1:2nulltrue-7")) {
            throw new IllegalStateException();
        }
        path = "";
        depth = 0;
    }
}
