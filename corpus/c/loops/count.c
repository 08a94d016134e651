/* A counter that runs up to a limit ends exactly there. */
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void)
{
    unsigned limit = __VERIFIER_nondet_uint(), i = 0;
    while (i < limit)
        i++;
    assert(i == limit);
    return 0;
}
