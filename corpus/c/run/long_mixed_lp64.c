/* Arithmetic of long with int and unsigned where long has 64 bits. */
#include <stdio.h>

int main(void)
{
    long l = -1;
    unsigned u = 4294967295u;
    int i = -1;
    unsigned long ul = 1;

    printf("%d %d %d\n", l < u, l == u, i == u);
    printf("%ld %ld\n", l + u, l * u);
    printf("%lu %lu\n", ul + i, ul - 2);
    printf("%d\n", i < ul);
    printf("%ld %ld\n", (long)u, (long)i);
    printf("%ld\n", 2147483647L + 1);
    printf("%ld %ld\n", l / 2, (l - 6) % 4);
    printf("%lx %lx\n", ul << 63, (unsigned long)l >> 4);
    printf("%d\n", (int)(u + 1L));
    return (int)(l & 0x7f);
}
