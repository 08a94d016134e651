/* Lowest set bit, powers of two, absolute value and sign without branches. */
#include <stdio.h>

static unsigned lowest(unsigned v) { return v & -v; }
static int is_power(unsigned v) { return v && !(v & (v - 1)); }
static int sign(int v) { return (v > 0) - (v < 0); }
static int absolute(int v) { int m = v >> 31; return (v ^ m) - m; }
static int minimum(int a, int b) { return b ^ ((a ^ b) & -(a < b)); }

static unsigned next_power(unsigned v)
{
    v--;
    v |= v >> 1; v |= v >> 2; v |= v >> 4; v |= v >> 8; v |= v >> 16;
    return v + 1;
}

int main(void)
{
    for (unsigned v = 0; v < 70; v += 7)
        printf("%u %u %d %u\n", v, lowest(v), is_power(v), v ? next_power(v) : 0);
    for (int v = -20; v <= 20; v += 10)
        printf("%d %d %d\n", sign(v), absolute(v), minimum(v, 3));
    return is_power(64) + 2 * is_power(65);
}
