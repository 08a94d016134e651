/* Fixed-point numbers with 16 fractional bits: product, quotient, rounding, printing. */
#include <stdint.h>
#include <stdio.h>

typedef int32_t fixed;
#define ONE 65536

static fixed from_ratio(int n, int d) { return (fixed)((int64_t)n * ONE / d); }
static fixed times(fixed a, fixed b) { return (fixed)((int64_t)a * b >> 16); }
static fixed over(fixed a, fixed b) { return (fixed)((int64_t)a * ONE / b); }
static int rounded(fixed a) { return (a + ONE / 2) >> 16; }

static void show(fixed a)
{
    uint32_t u = a < 0 ? -(uint32_t)a : (uint32_t)a;
    printf("%s%u.%04u\n", a < 0 ? "-" : "", u >> 16, (unsigned)((uint64_t)(u & 0xffff) * 10000 >> 16));
}

int main(void)
{
    fixed x = from_ratio(7, 2), y = from_ratio(-5, 4), pi = 205887;

    show(x); show(y);
    show(times(x, y));
    show(over(x, y));
    show(times(pi, times(x, x)));
    printf("%d %d %d\n", rounded(x), rounded(y), rounded(-x));
    return rounded(times(pi, 10 * ONE));
}
