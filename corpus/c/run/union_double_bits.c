/* Sign, exponent and mantissa of doubles taken from their bits. */
#include <stdio.h>

static void show(double d)
{
    union { double d; unsigned long long u; } v;
    v.d = d;
    printf("%g: %d %d %llx\n", d, (int)(v.u >> 63), (int)(v.u >> 52 & 0x7ff) - 1023,
           v.u & 0xfffffffffffffull);
}

static double half(double d)
{
    union { double d; unsigned long long u; } v = { d };
    v.u -= 1ull << 52;
    return v.d;
}

int main(void)
{
    show(1.0);
    show(-2.0);
    show(0.1);
    show(1e10);
    show(-0.375);
    printf("%g %g\n", half(10.0), half(0.75));
    return 0;
}
