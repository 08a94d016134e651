/* What was counted up can be counted down. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int n = __VERIFIER_nondet_int(), up = 0, spare = 0;
    while (up < n) {
        up++;
        spare++;
    }
    while (spare > 0) {
        assert(up > 0);
        up--;
        spare--;
    }
    assert(up == 0);
    return 0;
}
