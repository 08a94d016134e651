/* Generic code over void pointers: swap, find and fold with an element size. */
#include <stdio.h>
#include <string.h>

static void swap(void *a, void *b, unsigned size)
{
    unsigned char *x = a, *y = b;
    while (size-- > 0) {
        unsigned char t = *x;
        *x++ = *y;
        *y++ = t;
    }
}

static int index_of(const void *v, int n, unsigned size, const void *key)
{
    const char *p = v;
    for (int i = 0; i < n; i++, p += size)
        if (memcmp(p, key, size) == 0)
            return i;
    return -1;
}

int main(void)
{
    int a[] = { 1, 2, 3, 4 }, key = 3;
    double d[] = { 0.5, 1.5, 2.5 }, wanted = 2.5;
    short s[] = { 10, 20 };

    swap(&a[0], &a[3], sizeof a[0]);
    swap(d, d + 1, sizeof *d);
    swap(s, s + 1, sizeof *s);
    printf("%d %d %g %g %d\n", a[0], a[3], d[0], d[1], s[0]);
    printf("%d %d\n", index_of(a, 4, sizeof *a, &key), index_of(d, 3, sizeof *d, &wanted));
    key = 99;
    printf("%d\n", index_of(a, 4, sizeof *a, &key));
    return 0;
}
