/* A million rounds that depend on nothing but whether they go on. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int i = 0, credit = 5;
    while (i < 1000000 && __VERIFIER_nondet_int()) {
        i++;
        if (credit > 0)
            credit--;
    }
    assert(credit >= 0);
    assert(i >= 5 || credit == 5 - i);
    return 0;
}
