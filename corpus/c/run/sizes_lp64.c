/* Sizes, alignments and wrapping of long and pointers where they have 64 bits. */
#include <stddef.h>
#include <stdio.h>

struct mixed { char c; long l; char d; void *p; double x; short s; };

int main(void)
{
    long l = 2147483647;
    unsigned long u = 4294967295u;

    printf("%zu %zu %zu\n", sizeof(long), sizeof(void *), sizeof(size_t));
    printf("%zu %zu\n", sizeof(struct mixed), _Alignof(struct mixed));
    printf("%zu %zu %zu\n", offsetof(struct mixed, l), offsetof(struct mixed, p),
           offsetof(struct mixed, s));
    l++;
    u++;
    printf("%ld %lu\n", l, u);
    printf("%ld\n", l * l);
    printf("%d\n", -1L < 1u);
    printf("%lu\n", (unsigned long)-1);
    printf("%d\n", 1L << 40 > 0);
    return (int)sizeof(l + 1u);
}
