/* One of 10 locks is not given back where the first is not held. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int lock0 = 0;
    int lock1 = 0;
    int lock2 = 0;
    int lock3 = 0;
    int lock4 = 0;
    int lock5 = 0;
    int lock6 = 0;
    int lock7 = 0;
    int lock8 = 0;
    int lock9 = 0;
    while (__VERIFIER_nondet_int()) {
        int want0 = __VERIFIER_nondet_int();
        int want1 = __VERIFIER_nondet_int();
        int want2 = __VERIFIER_nondet_int();
        int want3 = __VERIFIER_nondet_int();
        int want4 = __VERIFIER_nondet_int();
        int want5 = __VERIFIER_nondet_int();
        int want6 = __VERIFIER_nondet_int();
        int want7 = __VERIFIER_nondet_int();
        int want8 = __VERIFIER_nondet_int();
        int want9 = __VERIFIER_nondet_int();
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
        if (want5) {
            assert(lock5 == 0);
            lock5 = 1;
        }
        if (want6) {
            assert(lock6 == 0);
            lock6 = 1;
        }
        if (want7) {
            assert(lock7 == 0);
            lock7 = 1;
        }
        if (want8) {
            assert(lock8 == 0);
            lock8 = 1;
        }
        if (want9) {
            assert(lock9 == 0);
            lock9 = 1;
        }
        if (want0)
            lock0 = 0;
        if (want1)
            lock1 = 0;
        if (want2)
            lock2 = 0;
        if (want3)
            lock3 = 0;
        if (want4)
            lock4 = 0;
        if (want5)
            lock5 = 0;
        if (want6)
            lock6 = 0;
        if (want7 && want0)
            lock7 = 0;
        if (want8)
            lock8 = 0;
        if (want9)
            lock9 = 0;
    }
    return 0;
}
