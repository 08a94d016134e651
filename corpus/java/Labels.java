// Loops inside loops, left and continued by label.
public class Labels {
    private boolean found = false;

    public void find(int target) {
        outer:
        for (int i = 0; i < 3; i++) {
            for (int j = 0; j < 3; j++) {
                if (j > i) {
                    continue outer;
                }
                if (3 * i + j == target) {
                    found = true;
                    break outer;
                }
            }
            found = false;
        }
    }

    public void use() {
        if (!found) {
            throw new IllegalStateException();
        }
    }
}
