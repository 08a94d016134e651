/* Counting bits in four ways that must agree. */
#include <stdio.h>

static int by_loop(unsigned v) { int n = 0; for (; v; v >>= 1) n += v & 1; return n; }
static int by_kernighan(unsigned v) { int n = 0; while (v) { v &= v - 1; n++; } return n; }

static int by_halves(unsigned v)
{
    v = v - (v >> 1 & 0x55555555u);
    v = (v & 0x33333333u) + (v >> 2 & 0x33333333u);
    v = (v + (v >> 4)) & 0x0f0f0f0fu;
    return (int)(v * 0x01010101u >> 24);
}

static int by_table(unsigned v)
{
    static const char nibble[16] = { 0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4 };
    int n = 0;
    for (; v; v >>= 4) n += nibble[v & 15];
    return n;
}

int main(void)
{
    unsigned v = 1, i;

    for (i = 0; i < 20; i++, v = v * 1103515245u + 12345u) {
        int n = by_loop(v);
        if (n != by_kernighan(v) || n != by_halves(v) || n != by_table(v))
            return 1;
        printf("%08x %d\n", v, n);
    }
    return 0;
}
