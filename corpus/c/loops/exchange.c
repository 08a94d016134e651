/* Two numbers change places without a third. */
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void)
{
    unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
    unsigned was_a = a, was_b = b;
    a ^= b;
    b ^= a;
    a ^= b;
    assert(a == was_b && b == was_a);
    return 0;
}
