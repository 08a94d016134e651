/* Compiler builtins for bits, overflow and constants. */
#include <stdio.h>

int main(void)
{
    unsigned v = 0x00f0a000u;
    int r;

    printf("%d %d\n", __builtin_popcount(v), __builtin_parity(v));
    printf("%d %d\n", __builtin_ctz(v), __builtin_clz(v));
    printf("%d\n", __builtin_ffs(0) + __builtin_ffs(8));
    printf("%d %d\n", __builtin_popcountll(0xffffffffffull), __builtin_ctzll(1ull << 40));
    printf("%x\n", __builtin_bswap32(0x11223344u));
    printf("%d", __builtin_add_overflow(2147483647, 1, &r));
    printf(" %d\n", r);
    printf("%d", __builtin_mul_overflow(1000, 1000, &r));
    printf(" %d\n", r);
    printf("%d\n", __builtin_abs(-9));
    if (v == 0)
        __builtin_unreachable();
    return __builtin_offsetof(struct { char c; short s; }, s);
}
