/* One of 5 locks is not given back where the first is not held. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int lock0 = 0;
    int lock1 = 0;
    int lock2 = 0;
    int lock3 = 0;
    int lock4 = 0;
    while (__VERIFIER_nondet_int()) {
        int want0 = __VERIFIER_nondet_int();
        int want1 = __VERIFIER_nondet_int();
        int want2 = __VERIFIER_nondet_int();
        int want3 = __VERIFIER_nondet_int();
        int want4 = __VERIFIER_nondet_int();
        if (want0) {
            assert(lock0 == 0);
            lock0 = 1;
        }
        if (want1) {
            assert(lock1 == 0);
            lock1 = 1;
        }
        if (want2) {
            assert(lock2 == 0);
            lock2 = 1;
        }
        if (want3) {
            assert(lock3 == 0);
            lock3 = 1;
        }
        if (want4) {
            assert(lock4 == 0);
            lock4 = 1;
        }
        if (want0)
            lock0 = 0;
        if (want1)
            lock1 = 0;
        if (want2)
            lock2 = 0;
        if (want3 && want0)
            lock3 = 0;
        if (want4)
            lock4 = 0;
    }
    return 0;
}
