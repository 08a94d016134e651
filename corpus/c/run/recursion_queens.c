/* Eight queens by backtracking: number of solutions and the first one. */
#include <stdio.h>

static int row_of[8], solutions, first[8];

static int safe(int column, int row)
{
    for (int c = 0; c < column; c++) {
        int d = row_of[c] - row;
        if (d == 0 || d == column - c || d == c - column) return 0;
    }
    return 1;
}

static void place(int column, int n)
{
    if (column == n) {
        if (solutions++ == 0)
            for (int c = 0; c < n; c++) first[c] = row_of[c];
        return;
    }
    for (int row = 0; row < n; row++)
        if (safe(column, row)) {
            row_of[column] = row;
            place(column + 1, n);
        }
}

int main(void)
{
    for (int n = 4; n <= 7; n++) {
        solutions = 0;
        place(0, n);
        printf("%d: %d [", n, solutions);
        for (int c = 0; c < n; c++) printf("%d", first[c]);
        printf("]\n");
    }
    return solutions;
}
