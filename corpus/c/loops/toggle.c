/* A flag that flips each round agrees with whether the count is odd. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    unsigned rounds = 0;
    int on = 0;
    while (__VERIFIER_nondet_int() != 0) {
        on = !on;
        rounds++;
        if (on)
            assert(rounds % 2 == 1);
        else
            assert(rounds % 2 == 0);
    }
    return 0;
}
