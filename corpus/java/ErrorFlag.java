// Errors that are a number in a field instead of an exception (Singh et al., "May and Must Abstractions", 2010): --error-when "e != 0".
public class ErrorFlag {
    private boolean open = false;
    private int e = 0;

    public void open() {
        if (open) {
            e = 1;
        }
        open = true;
    }

    public void close() {
        if (!open) {
            e = 2;
        }
        open = false;
    }
}
