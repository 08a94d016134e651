/* Rational numbers as structs by value, normalised by the greatest common divisor. */
#include <stdio.h>

typedef struct { int n, d; } ratio;

static int gcd(int a, int b) { return b ? gcd(b, a % b) : a < 0 ? -a : a; }

static ratio make(int n, int d)
{
    int g = gcd(n, d);
    if (d < 0) g = -g;
    return (ratio){ n / g, d / g };
}

static ratio add(ratio a, ratio b) { return make(a.n * b.d + b.n * a.d, a.d * b.d); }
static ratio mul(ratio a, ratio b) { return make(a.n * b.n, a.d * b.d); }
static ratio neg(ratio a) { a.n = -a.n; return a; }
static ratio inv(ratio a) { return make(a.d, a.n); }
static int less(ratio a, ratio b) { return a.n * b.d < b.n * a.d; }

int main(void)
{
    ratio h = { 0, 1 }, x = make(6, -8), y = add(mul(x, inv(make(3, 5))), neg(x));

    for (int i = 1; i <= 10; i++) h = add(h, make(1, i));
    printf("%d/%d\n", h.n, h.d);
    printf("%d/%d %d/%d\n", x.n, x.d, y.n, y.d);
    printf("%d %d\n", less(x, y), less(h, make(3, 1)));
    return less(make(1, 3), make(1, 2));
}
