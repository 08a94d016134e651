/* Neighbours in Gray's code differ in one bit. */
#include <assert.h>
extern _Bool __VERIFIER_nondet_bool(void);
int main(void)
{
    unsigned n = 0;
    while (__VERIFIER_nondet_bool()) {
        unsigned code = n ^ n >> 1, next = (n + 1) ^ (n + 1) >> 1;
        unsigned changed = code ^ next;
        assert(changed != 0 && (changed & (changed - 1)) == 0);
        n++;
    }
    return 0;
}
