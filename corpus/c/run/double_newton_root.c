/* Newton's method for square roots and for a cubic, with a fixed number of steps. */
#include <stdio.h>

static double root(double a)
{
    double x = a > 1 ? a : 1;
    for (int i = 0; i < 60; i++)
        x = (x + a / x) / 2;
    return x;
}

static double cubic(double start)
{
    double x = start;
    for (int i = 0; i < 50; i++)
        x -= (x * x * x - 2 * x - 5) / (3 * x * x - 2);
    return x;
}

int main(void)
{
    printf("%.10f %.10f\n", root(2), root(144));
    printf("%g %g\n", root(0.25), root(1e10));
    printf("%.9f\n", cubic(2));
    return (int)root(1000);
}
