/* However deep it goes, it never comes back with less than nothing. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static int depth(int n)
{
    if (n <= 0)
        return 0;
    int below = depth(n - 1);
    assert(below >= 0);
    return below < 1000 ? below + 1 : below;
}
int main(void)
{
    assert(depth(__VERIFIER_nondet_int()) >= 0);
    return 0;
}
