/* One of them may be counted twice. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int n = __VERIFIER_nondet_int(), up = 0, spare = 0;
    while (up < n) {
        up++;
        spare++;
        if (__VERIFIER_nondet_int() == 1)
            spare++;
    }
    while (spare > 0) {
        assert(up > 0);
        up--;
        spare--;
    }
    return 0;
}
