/* Shell sort with a table of gaps and a comparator. */
#include <stdio.h>

static int ascending(int a, int b) { return a - b; }
static int by_last_digit(int a, int b) { return a % 10 != b % 10 ? a % 10 - b % 10 : a - b; }

static int shell(int v[], int n, int (*compare)(int, int))
{
    static const int gaps[] = { 57, 23, 10, 4, 1, 0 };
    int moves = 0;
    for (const int *g = gaps; *g; g++)
        for (int i = *g; i < n; i++) {
            int key = v[i], j;
            for (j = i; j >= *g && compare(v[j - *g], key) > 0; j -= *g, moves++)
                v[j] = v[j - *g];
            v[j] = key;
        }
    return moves;
}

int main(void)
{
    int v[30], i;

    for (i = 0; i < 30; i++) v[i] = i * i * 7 % 101;
    printf("%d:", shell(v, 30, ascending));
    for (i = 0; i < 30; i++) printf(" %d", v[i]);
    printf("\n%d:", shell(v, 30, by_last_digit));
    for (i = 0; i < 30; i++) printf(" %d", v[i]);
    printf("\n");
    return v[29];
}
