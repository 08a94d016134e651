/* The same without a look at what is left. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int tank = __VERIFIER_nondet_int();
    if (tank < 0)
        return 0;
    while (tank > 0) {
        if (__VERIFIER_nondet_int())
            tank -= 2;
        else
            tank--;
    }
    assert(tank == 0);
    return 0;
}
