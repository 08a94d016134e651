/* A lock is held exactly while the copy is the newest one. */
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
    unsigned newest = (unsigned)__VERIFIER_nondet_int(), copy;
    do {
        take();
        copy = newest;
        if (__VERIFIER_nondet_int()) {
            give();
            newest += 1;
        }
    } while (newest != copy);
    give();
    return 0;
}
