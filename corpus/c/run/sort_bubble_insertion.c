/* Bubble, insertion and selection sort give the same result; swaps are counted. */
#include <stdio.h>

static int bubble(int *v, int n)
{
    int swaps = 0, changed;
    do {
        changed = 0;
        for (int i = 1; i < n; i++)
            if (v[i - 1] > v[i]) {
                int t = v[i]; v[i] = v[i - 1]; v[i - 1] = t;
                swaps++; changed = 1;
            }
    } while (changed);
    return swaps;
}

static int insertion(int *v, int n)
{
    int moves = 0;
    for (int i = 1; i < n; i++) {
        int key = v[i], j = i;
        while (j > 0 && v[j - 1] > key) { v[j] = v[j - 1]; j--; moves++; }
        v[j] = key;
    }
    return moves;
}

static void selection(int *v, int n)
{
    for (int i = 0; i < n; i++) {
        int least = i, t;
        for (int j = i + 1; j < n; j++) if (v[j] < v[least]) least = j;
        t = v[i]; v[i] = v[least]; v[least] = t;
    }
}

int main(void)
{
    int a[12], b[12], c[12];
    unsigned seed = 42;
    int swaps, moves;

    for (int i = 0; i < 12; i++) {
        seed = seed * 1103515245u + 12345u;
        a[i] = b[i] = c[i] = (int)(seed >> 16) % 100 - 50;
    }
    swaps = bubble(a, 12);
    moves = insertion(b, 12);
    selection(c, 12);
    for (int i = 0; i < 12; i++) {
        if (a[i] != b[i] || b[i] != c[i]) return 1;
        printf("%d ", a[i]);
    }
    printf("\n%d %d\n", swaps, moves);
    return swaps == moves ? 0 : 2;
}
