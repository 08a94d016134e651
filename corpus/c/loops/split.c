/* Each round goes to one of two shares. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int n = __VERIFIER_nondet_int(), mine = 0, yours = 0, i = 0;
    if (n < 0)
        return 0;
    while (i < n) {
        if (__VERIFIER_nondet_int())
            mine++;
        else
            yours++;
        i++;
    }
    assert(mine + yours == n);
    return 0;
}
