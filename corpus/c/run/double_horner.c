/* Polynomials: Horner's rule, derivative, and a Taylor series for e. */
#include <stdio.h>

static double value(const double *c, int n, double x)
{
    double v = 0;
    while (n-- > 0) v = v * x + c[n];
    return v;
}

static int derive(const double *c, int n, double *d)
{
    for (int i = 1; i < n; i++) d[i - 1] = i * c[i];
    return n - 1;
}

int main(void)
{
    double c[] = { 1, -3, 0.5, 2 }, d[3], e = 0, term = 1;
    int n = derive(c, 4, d);

    for (double x = -1; x <= 1; x += 0.5)
        printf("%g %g %g\n", x, value(c, 4, x), value(d, n, x));
    for (int i = 1; i < 20; i++) {
        e += term;
        term /= i;
    }
    printf("%.12f\n", e);
    return n;
}
