/* Integer square root, greatest common divisor and modular power. */
#include <stdio.h>

static unsigned root(unsigned n)
{
    unsigned r = 0, bit = 1u << 30;
    while (bit > n) bit >>= 2;
    for (; bit; bit >>= 2) {
        if (n >= r + bit) { n -= r + bit; r = (r >> 1) + bit; }
        else r >>= 1;
    }
    return r;
}

static int gcd(int a, int b) { while (b) { int t = a % b; a = b; b = t; } return a; }

static unsigned power_mod(unsigned base, unsigned e, unsigned m)
{
    unsigned long long r = 1, b = base % m;
    for (; e; e >>= 1, b = b * b % m)
        if (e & 1) r = r * b % m;
    return (unsigned)r;
}

int main(void)
{
    unsigned n;

    for (n = 0; n < 30; n += 4)
        printf("%u ", root(n));
    printf("%u %u\n", root(4294967295u), root(1000000));
    printf("%d %d %d\n", gcd(84, 36), gcd(17, 5), gcd(0, 9));
    printf("%u %u\n", power_mod(3, 200, 1000007), power_mod(2, 1000, 4294967291u));
    return gcd(120, 84);
}
