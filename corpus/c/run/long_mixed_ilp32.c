/* Arithmetic of long with int, unsigned and long long where long has 32 bits. */
#include <stdio.h>

int main(void)
{
    long l = -1;
    unsigned u = 4294967295u;
    unsigned long ul = 1;
    long long w = -1;

    printf("%d %d %d\n", l < u, l == u, w == u);
    printf("%lu\n", l + u);
    printf("%lu %lu\n", ul + l, ul - 2);
    printf("%lld\n", w + u);
    printf("%ld\n", (long)3000000000u);
    printf("%lld %lld\n", (long long)ul << 40, (long long)l * u);
    printf("%ld %ld\n", l >> 4, (l - 6) % 4);
    printf("%lu\n", (unsigned long)l >> 28);
    printf("%ld\n", (long)0x123456789abcLL);
    return (int)(ul << 7);
}
