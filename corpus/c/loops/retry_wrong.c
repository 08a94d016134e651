/* An answer is dropped, and the lock is given back twice. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static int held;
static void take(void)
{
    assert(!held);
    held = 1;
}
static void give(void)
{
    assert(held);
    held = 0;
}
int main(void)
{
    int newest = __VERIFIER_nondet_int() & 7, copy, tries = 0;
    do {
        take();
        copy = newest;
        if (__VERIFIER_nondet_int()) {
            give();
            newest = (newest + __VERIFIER_nondet_int()) & 7;
        }
        tries++;
    } while (newest != copy && tries < 8);
    give();
    return 0;
}
