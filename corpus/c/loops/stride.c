/* Steps of five from seven never leave their class. */
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void)
{
    unsigned limit = __VERIFIER_nondet_uint(), x = 7;
    if (limit > 4000000)
        return 0;
    while (x < limit)
        x += 5;
    assert(x % 5 == 2);
    return 0;
}
