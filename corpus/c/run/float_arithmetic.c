/* Float and double arithmetic on exactly representable values. */
#include <stdio.h>

int main(void)
{
    float f = 1.5f, g = 0.25f;
    double d = 2.5, e = -0.125;

    printf("%g %g %g %g\n", f + g, f - g, f * g, f / g);
    printf("%g %g %g %g\n", d + e, d - e, d * e, d / e);
    printf("%g %g\n", f + d, g * e);
    f += 2; g *= f; d /= 5; e -= 1;
    printf("%g %g %g %g\n", f, g, d, e);
    f++; --d;
    printf("%g %g\n", f, d);
    printf("%g %g\n", -f, +e);
    printf("%d %d\n", (int)sizeof(f + g), (int)sizeof(f + d));
    printf("%.3f %.1f %f\n", 3.14159, 2.25, 1.0);
    return (int)(d * 10 + 20);
}
