/* The mean of two numbers whose sum wraps. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    unsigned a = (unsigned)__VERIFIER_nondet_int(), b = (unsigned)__VERIFIER_nondet_int();
    unsigned mean = (a + b) / 2, exact = (a & b) + ((a ^ b) >> 1);
    assert(mean == exact);
    return 0;
}
