/* Inner loops begin where outer ones are. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int n = __VERIFIER_nondet_int();
    for (int i = 0; i < n; i++)
        for (int k = i; k < n; k++)
            assert(0 <= i && i <= k && k < n);
    return 0;
}
