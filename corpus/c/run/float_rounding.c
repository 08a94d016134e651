/* Rounding of float against double accumulation. */
#include <stdio.h>

int main(void)
{
    float f = 0;
    double d = 0;
    int i;

    for (i = 0; i < 1000; i++) {
        f += 0.1f;
        d += 0.1;
    }
    printf("%.6f %.12f\n", f, d);
    f = 16777216.0f;
    f += 1.0f;
    printf("%.1f\n", f);
    d = 1e16;
    d += 1;
    printf("%.1f\n", d);
    printf("%d\n", (float)(0.1 + 0.2) == 0.3f);
    printf("%.17g %.9g\n", 0.1, 0.1f);
    d = 1.0 / 3;
    f = (float)d;
    printf("%d %.20f\n", f == d, d);
    return 0;
}
