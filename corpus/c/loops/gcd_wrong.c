/* The greatest common divisor with the wrong rest. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static int gcd(int a, int b)
{
    if (b == 0)
        return a;
    return gcd(b, a % b == 2 ? 1 : a % b);
}
int main(void)
{
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    if (a < 1 || a > 40 || b < 1 || b > 40)
        return 0;
    int d = gcd(a, b);
    assert(d >= 1);
    assert(a % 2 || b % 2 || d % 2 == 0);
    return 0;
}
