/* Multiplication by adding. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static int times(int a, int b)
{
    if (b == 0)
        return 0;
    return a + times(a, b - 1);
}
int main(void)
{
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    if (a < 0 || a > 50 || b < 0 || b > 9)
        return 0;
    assert(times(a, b) == a * b);
    return 0;
}
