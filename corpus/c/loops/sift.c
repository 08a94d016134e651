/* The indices of a heap stay within it. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 100000)
        return 0;
    int at = 1;
    while (2 * at <= n) {
        int child = 2 * at;
        if (child < n && __VERIFIER_nondet_int())
            child++;
        assert(1 <= child && child <= n);
        at = child;
    }
    assert(at <= n);
    return 0;
}
