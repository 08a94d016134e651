/* Comparisons of integers with floats convert the integer, sometimes losing digits. */
#include <stdio.h>

int main(void)
{
    int i = 16777217;
    float f = 16777216.0f;
    unsigned u = 4294967295u;
    long long w = 9007199254740993LL;
    double d = 9007199254740992.0;
    unsigned char c = 255;

    printf("%d %d\n", i == f, i == (double)f);
    printf("%d %d\n", u == 4294967295.0, u < 4294967296.0f);
    printf("%d %d\n", w == d, w > (long long)d);
    printf("%d %d\n", c == 255.0f, -1 < 0.5);
    printf("%d %d\n", i > 1.6e7f, 3 / 2 == 1.5);
    printf("%g %g\n", c / 2 + 0.5, c / 2.0);
    printf("%d\n", (i += 0.75f) == 16777216);
    return 0;
}
