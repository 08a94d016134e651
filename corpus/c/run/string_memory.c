/* memcpy, memmove, memset, memcmp and memchr on bytes and on ints. */
#include <stdio.h>
#include <string.h>

int main(void)
{
    char a[] = "0123456789", b[11];
    int v[4] = { 1, 2, 3, 4 }, w[4];
    unsigned char *p;

    memcpy(b, a, sizeof a);
    memmove(b + 2, b, 5);
    printf("%s\n", b);
    memcpy(b, a, sizeof a);
    memmove(b, b + 3, 5);
    printf("%s\n", b);
    memset(b + 1, '-', 3);
    printf("%s\n", b);
    printf("%d %d\n", memcmp(a, "0123x", 4), memcmp(a, "0123x", 5) < 0);
    printf("%d\n", memcmp("\x01", "\xff", 1) < 0);
    p = memchr(a, '6', 10);
    printf("%d %d\n", (int)(p - (unsigned char *)a), memchr(a, 'x', 10) == 0);
    memcpy(w, v, sizeof v);
    memmove(w + 1, w, 3 * sizeof *w);
    printf("%d %d %d %d\n", w[0], w[1], w[2], w[3]);
    memset(v, -1, sizeof v);
    printf("%d %d\n", v[0], v[3]);
    return memcmp(v, w, sizeof v) != 0;
}
