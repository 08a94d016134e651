/* Walking a matrix in a spiral and along its diagonals. */
#include <stdio.h>

#define ROWS 4
#define COLUMNS 5

int main(void)
{
    int m[ROWS][COLUMNS], n = 0, top = 0, left = 0, bottom = ROWS - 1, right = COLUMNS - 1, i;

    while (top <= bottom && left <= right) {
        for (i = left; i <= right; i++) m[top][i] = n++;
        top++;
        for (i = top; i <= bottom; i++) m[i][right] = n++;
        right--;
        if (top <= bottom) { for (i = right; i >= left; i--) m[bottom][i] = n++; bottom--; }
        if (left <= right) { for (i = bottom; i >= top; i--) m[i][left] = n++; left++; }
    }
    for (int y = 0; y < ROWS; y++, printf("\n"))
        for (int x = 0; x < COLUMNS; x++) printf("%3d", m[y][x]);
    for (int d = 0; d < ROWS + COLUMNS - 1; d++) {
        int sum = 0;
        for (int y = 0; y < ROWS; y++)
            if (d - y >= 0 && d - y < COLUMNS) sum += m[y][d - y];
        printf("%d ", sum);
    }
    printf("\n");
    return n;
}
