/* Arrays of two and three dimensions, in row-major order. */
#include <stdio.h>

int main(void)
{
    int grid[3][4], cube[2][3][2], i, j, k, n = 0;
    int *flat = &grid[0][0];

    for (i = 0; i < 3; i++)
        for (j = 0; j < 4; j++)
            grid[i][j] = 10 * i + j;
    for (i = 0; i < 2; i++)
        for (j = 0; j < 3; j++)
            for (k = 0; k < 2; k++)
                cube[i][j][k] = n++;
    printf("%d %d %d\n", grid[2][3], *(*(grid + 1) + 2), *grid[2]);
    printf("%d %d\n", cube[1][2][1], *(*(*(cube + 1) + 1) + 1));
    printf("%d %d\n", flat[3], (int)(&grid[2][1] - &grid[0][0]));
    printf("%d %d\n", (int)(grid[2] - grid[0]), (int)(&grid[2] - &grid[0]));
    for (n = 0, i = 0; i < 3; i++)
        n += grid[i][i];
    printf("%d\n", n);
    return cube[1][0][0];
}
