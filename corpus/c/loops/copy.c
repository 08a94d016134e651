/* Bytes are copied as long as there is room, the end included. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int size = __VERIFIER_nondet_int(), used = 0;
    if (size < 1)
        return 0;
    while (__VERIFIER_nondet_int()) {
        if (used + 1 < size) {
            assert(0 <= used && used < size);
            used++;
        }
        if (__VERIFIER_nondet_int() && used > 0)
            used--;
    }
    assert(used < size);
    return 0;
}
