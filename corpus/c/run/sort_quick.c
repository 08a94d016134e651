/* Quicksort by Hoare's partition, recursing into the smaller half. */
#include <stdio.h>

static int deepest;

static void quick(int *v, int low, int high, int depth)
{
    if (depth > deepest) deepest = depth;
    while (low < high) {
        int i = low - 1, j = high + 1, pivot = v[low + (high - low) / 2];
        for (;;) {
            do i++; while (v[i] < pivot);
            do j--; while (v[j] > pivot);
            if (i >= j) break;
            int t = v[i]; v[i] = v[j]; v[j] = t;
        }
        if (j - low < high - j - 1) { quick(v, low, j, depth + 1); low = j + 1; }
        else { quick(v, j + 1, high, depth + 1); high = j; }
    }
}

int main(void)
{
    int v[50], i;
    unsigned x = 1;

    for (i = 0; i < 50; i++) {
        x ^= x << 13; x ^= x >> 17; x ^= x << 5;
        v[i] = (int)(x % 1000);
    }
    quick(v, 0, 49, 1);
    for (i = 0; i < 50; i++) {
        if (i && v[i - 1] > v[i]) return 1;
        printf("%d%c", v[i], i % 10 == 9 ? '\n' : ' ');
    }
    printf("%d\n", deepest);
    return 0;
}
