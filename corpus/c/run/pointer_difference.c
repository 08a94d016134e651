/* Differences of pointers have a sign and count elements. */
#include <stdio.h>
#include <stddef.h>

static const char *skip(const char *s, char c) { while (*s && *s != c) s++; return s; }

int main(void)
{
    int v[10];
    int *a = v + 2, *b = v + 9;
    ptrdiff_t d = b - a;
    const char *path = "usr/local/share/doc", *p = path, *q;

    printf("%d %d\n", (int)d, (int)(a - b));
    printf("%d\n", a + d == b);
    printf("%d %d\n", (int)((char *)b - (char *)a), (int)((short *)b - (short *)a));
    for (;;) {
        q = skip(p, '/');
        printf("%d:%.*s ", (int)(q - p), (int)(q - p), p);
        if (!*q)
            break;
        p = q + 1;
    }
    printf("%d\n", (int)(q - path));
    return (int)(b - v);
}
