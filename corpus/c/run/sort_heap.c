/* Heap sort and a priority queue on the same sift functions. */
#include <stdio.h>

static void down(int *h, int n, int i)
{
    for (;;) {
        int big = i, l = 2 * i + 1, r = l + 1, t;
        if (l < n && h[l] > h[big]) big = l;
        if (r < n && h[r] > h[big]) big = r;
        if (big == i) return;
        t = h[i]; h[i] = h[big]; h[big] = t;
        i = big;
    }
}

static void heap_sort(int *v, int n)
{
    for (int i = n / 2; i-- > 0;) down(v, n, i);
    while (n > 1) {
        int t = v[0];
        v[0] = v[--n];
        v[n] = t;
        down(v, n, 0);
    }
}

static int pop(int *h, int *n)
{
    int top = h[0];
    h[0] = h[--*n];
    down(h, *n, 0);
    return top;
}

int main(void)
{
    int v[] = { 4, 10, 3, 5, 1, 8, 7, 2, 9, 6 }, h[] = { 9, 7, 8, 1, 3 }, n = 5;

    heap_sort(v, 10);
    for (int i = 0; i < 10; i++) printf("%d ", v[i]);
    printf("\n");
    while (n > 0) printf("%d ", pop(h, &n));
    printf("\n");
    return v[9];
}
