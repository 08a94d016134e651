/* A matrix as an array of rows allocated one by one. */
#include <stdio.h>
#include <stdlib.h>

static int **make(int rows, int columns)
{
    int **m = malloc(rows * sizeof *m);
    for (int i = 0; i < rows; i++) {
        m[i] = malloc(columns * sizeof **m);
        for (int j = 0; j < columns; j++)
            m[i][j] = i == j;
    }
    return m;
}

static void drop(int **m, int rows) { while (rows > 0) free(m[--rows]); free(m); }

static int **product(int **a, int **b, int n)
{
    int **c = make(n, n);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            c[i][j] = 0;
            for (int k = 0; k < n; k++) c[i][j] += a[i][k] * b[k][j];
        }
    return c;
}

int main(void)
{
    int **m = make(2, 2), **r = make(2, 2);

    m[0][0] = m[0][1] = m[1][0] = 1;
    m[1][1] = 0;
    for (int i = 0; i < 20; i++) {
        int **next = product(r, m, 2);
        drop(r, 2);
        r = next;
    }
    printf("%d %d %d %d\n", r[0][0], r[0][1], r[1][0], r[1][1]);
    drop(m, 2);
    drop(r, 2);
    return 0;
}
