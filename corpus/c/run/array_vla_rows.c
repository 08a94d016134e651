/* Arrays of variable length: rows, pointers to rows, lives in loops and behind jumps, sizes of every kind. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int calls;

static int length(int n)
{
    calls++;
    return n;
}

/* Lengths are counted once, in their order. */
static unsigned sizes(short a, unsigned char b)
{
    int grid[length(a)][length(b) + 1][2];
    memset(grid, 0, sizeof grid);
    grid[a - 1][b][1] = 5;
    unsigned sum = 0;
    for (int *at = &grid[0][0][0]; at < &grid[0][0][0] + sizeof grid / sizeof(int); at++)
        sum = sum * 3 + (unsigned)*at;
    a = 100;
    return (unsigned)(sizeof grid + sizeof grid[0] * 1000 + sizeof grid[0][0] * 1000000) + sum;
}

static int trace(int n, const int m[][n])
{
    int t = 0;
    for (int i = 0; i < n; i++)
        t += m[i][i];
    return t;
}

static void fill(int rows, int columns, int (*m)[columns], int first)
{
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++)
            m[i][j] = first + i * columns + j;
}

/* A new array in each round, left by continue, break and goto. */
static int rounds(int n)
{
    int sum = 0;
    int k = 0;
again:
    for (; k < n; k++) {
        int a[k + 1];
        for (int i = 0; i <= k; i++)
            a[i] = i * k;
        if (k == 2)
            continue;
        if (k == 3) {
            sum += 1000;
            k++;
            goto again;
        }
        char b[sizeof a];
        memcpy(b, a, sizeof b);
        sum += a[k] + b[0];
        if (k == 6)
            break;
    }
    return sum;
}

static int recursive(int n)
{
    int a[n + 1];
    a[n] = n;
    if (n > 0)
        a[n] += recursive(n - 1);
    return a[n];
}

struct pair {
    char c;
    int n;
};

int main(void)
{
    unsigned all = sizes(3, 2);
    printf("%u %d\n", all, calls);
    for (int n = 1; n < 4; n++) {
        int m[n][n];
        fill(n, n, m, n);
        printf("%d %d %d\n", trace(n, m), (int)sizeof m, (int)sizeof *m);
    }
    int columns = 4;
    int (*rows)[columns] = malloc(3 * sizeof *rows);
    fill(3, columns, rows, 7);
    printf("%d %d\n", rows[2][3], (*(rows + 1))[2]);
    int *flat = rows[1];
    printf("%d\n", flat[3]);
    free(rows);
    printf("%d %d\n", rounds(9), recursive(5));
    unsigned count = 3;
    struct pair pairs[count], *last = pairs + count - 1;
    for (unsigned i = 0; i < count; i++)
        pairs[i] = (struct pair){(char)('a' + i), (int)i};
    printf("%c %d %d\n", last->c, last->n, (int)(last - pairs));
    if (count > 2) {
        char text[count * 4], *end = text;
        for (unsigned i = 0; i < count; i++)
            end = strcat(strcpy(end, i ? "," : ";"), "ab") + 3;
        printf("%s %d\n", text, (int)strlen(text));
    }
    return 0;
}
