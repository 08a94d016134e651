/* Trapezoid and Simpson integration over function pointers, and a Taylor sine. */
#include <stdio.h>

typedef double (*real)(double);

static double square(double x) { return x * x; }
static double sine(double x)
{
    double term = x, sum = x;
    for (int n = 1; n < 12; n++) {
        term *= -x * x / ((2 * n) * (2 * n + 1));
        sum += term;
    }
    return sum;
}

static double trapezoid(real f, double a, double b, int n)
{
    double h = (b - a) / n, s = (f(a) + f(b)) / 2;
    for (int i = 1; i < n; i++) s += f(a + i * h);
    return s * h;
}

static double simpson(real f, double a, double b)
{
    return (b - a) / 6 * (f(a) + 4 * f((a + b) / 2) + f(b));
}

int main(void)
{
    printf("%.6f %.6f\n", trapezoid(square, 0, 4, 64), simpson(square, 0, 4));
    printf("%.6f %.6f\n", trapezoid(sine, 0, 3, 200), simpson(sine, 0, 1));
    printf("%.9f\n", sine(0.5) * sine(0.5));
    return (int)trapezoid(square, 0, 3, 100);
}
