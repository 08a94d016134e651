/* Rotation of an array by three reversals. */
#include <stdio.h>

static void reverse(int *from, int *to)
{
    while (from < --to) {
        int t = *from;
        *from++ = *to;
        *to = t;
    }
}

static void rotate(int *v, int n, int by)
{
    by %= n;
    reverse(v, v + by);
    reverse(v + by, v + n);
    reverse(v, v + n);
}

int main(void)
{
    int v[9], i;

    for (i = 0; i < 9; i++) v[i] = i;
    rotate(v, 9, 4);
    for (i = 0; i < 9; i++) printf("%d ", v[i]);
    printf("\n");
    rotate(v, 9, 14);
    for (i = 0; i < 9; i++) printf("%d ", v[i]);
    printf("\n");
    rotate(v + 2, 3, 1);
    for (i = 0; i < 9; i++) printf("%d ", v[i]);
    printf("\n");
    return v[2];
}
