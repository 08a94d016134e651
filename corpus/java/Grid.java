// An array of arrays: rows are objects, so after share both indices mean the same row.
public class Grid {
    private final int[][] rows = new int[2][1];

    public void put(boolean lower) {
        int[] row = rows[lower ? 1 : 0];
        if (row[0] != 0) {
            throw new IllegalStateException();
        }
        row[0] = 1;
    }

    public void take(boolean lower) {
        if (rows[lower ? 1 : 0][0] == 0) {
            throw new IllegalStateException();
        }
        rows[lower ? 1 : 0][0]--;
    }

    public void share() {
        rows[1] = rows[0];
    }
}
