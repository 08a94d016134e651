/* 8 locks are taken and given back in each round, each if it is wanted. */
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
    while (__VERIFIER_nondet_int()) {
        int want0 = __VERIFIER_nondet_int();
        int want1 = __VERIFIER_nondet_int();
        int want2 = __VERIFIER_nondet_int();
        int want3 = __VERIFIER_nondet_int();
        int want4 = __VERIFIER_nondet_int();
        int want5 = __VERIFIER_nondet_int();
        int want6 = __VERIFIER_nondet_int();
        int want7 = __VERIFIER_nondet_int();
        if (want0) {
            lock0++;
        }
        if (want1) {
            lock1++;
        }
        if (want2) {
            lock2++;
        }
        if (want3) {
            lock3++;
        }
        if (want4) {
            lock4++;
        }
        if (want5) {
            lock5++;
        }
        if (want6) {
            lock6++;
        }
        if (want7) {
            lock7++;
        }
        if (want0) {
            assert(lock0 == 1);
            lock0 = 0;
        }
        if (want1) {
            assert(lock1 == 1);
            lock1 = 0;
        }
        if (want2) {
            assert(lock2 == 1);
            lock2 = 0;
        }
        if (want3) {
            assert(lock3 == 1);
            lock3 = 0;
        }
        if (want4) {
            assert(lock4 == 1);
            lock4 = 0;
        }
        if (want5) {
            assert(lock5 == 1);
            lock5 = 0;
        }
        if (want6) {
            assert(lock6 == 1);
            lock6 = 0;
        }
        if (want7) {
            assert(lock7 == 1);
            lock7 = 0;
        }
    }
    return 0;
}
