/* 14 locks are taken and given back in each round, each if it is wanted. */
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
    int lock10 = 0;
    int lock11 = 0;
    int lock12 = 0;
    int lock13 = 0;
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
        int want10 = __VERIFIER_nondet_int();
        int want11 = __VERIFIER_nondet_int();
        int want12 = __VERIFIER_nondet_int();
        int want13 = __VERIFIER_nondet_int();
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
        if (want8) {
            lock8++;
        }
        if (want9) {
            lock9++;
        }
        if (want10) {
            lock10++;
        }
        if (want11) {
            lock11++;
        }
        if (want12) {
            lock12++;
        }
        if (want13) {
            lock13++;
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
        if (want8) {
            assert(lock8 == 1);
            lock8 = 0;
        }
        if (want9) {
            assert(lock9 == 1);
            lock9 = 0;
        }
        if (want10) {
            assert(lock10 == 1);
            lock10 = 0;
        }
        if (want11) {
            assert(lock11 == 1);
            lock11 = 0;
        }
        if (want12) {
            assert(lock12 == 1);
            lock12 = 0;
        }
        if (want13) {
            assert(lock13 == 1);
            lock13 = 0;
        }
    }
    return 0;
}
