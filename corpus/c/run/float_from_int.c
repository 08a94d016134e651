/* Conversion of integers to floating types, exact and rounded. */
#include <stdio.h>

int main(void)
{
    int i = 16777217;
    long long w = 9007199254740993LL;
    unsigned u = 4294967295u;
    unsigned long long big = 18446744073709551615ull;

    printf("%.1f %.1f\n", (double)(float)i, (double)i);
    printf("%.1f\n", (double)w);
    printf("%.1f %.1f\n", (double)(float)u, (double)u);
    printf("%.1f\n", (double)big);
    printf("%.1f %.1f\n", (double)(float)-i, (double)-w);
    printf("%d %d\n", (float)16777216 == (float)i, (double)16777216 == i);
    printf("%g %g\n", 7 / 2 * 2.0, 7 / 2.0 * 2);
    printf("%g\n", (double)(signed char)200);
    printf("%g\n", 1 / 4.0f + 1u);
    return 0;
}
