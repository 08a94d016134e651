/* Sizes, alignments and wrapping of long and pointers where they have 32 bits. */
#include <stddef.h>
#include <stdio.h>

struct mixed { char c; long l; char d; void *p; double x; short s; long long w; };

int main(void)
{
    unsigned long u = 4294967295u;
    long l = 2147483647;

    printf("%d %d %d\n", (int)sizeof(long), (int)sizeof(void *), (int)sizeof(size_t));
    printf("%d %d\n", (int)sizeof(struct mixed), (int)_Alignof(struct mixed));
    printf("%d %d %d %d\n", (int)offsetof(struct mixed, l), (int)offsetof(struct mixed, p),
           (int)offsetof(struct mixed, x), (int)offsetof(struct mixed, w));
    u++;
    printf("%lu %ld\n", u, l);
    printf("%d %d\n", -1L < 1u, -1L < 1LL);
    printf("%lu\n", (unsigned long)-1);
    printf("%d %d\n", (int)sizeof(2147483648), (int)sizeof(l + u));
    printf("%d\n", 0xffffffffUL == (unsigned long)-1L);
    return (int)sizeof(struct { char c; long long w; });
}
