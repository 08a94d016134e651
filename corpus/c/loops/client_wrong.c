/* With the last try the count of tries is one too many. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int state = 100, retries = 0, hit = 0;
    while (1) {
        if (state == 100) {
            state = 110;
        } else if (state == 110) {
            if (__VERIFIER_nondet_int()) {
                state = 120;
            } else {
                retries++;
                if (retries > 4)
                    return 1;
                state = 100;
            }
        } else if (state == 120) {
            hit = __VERIFIER_nondet_int() ? 1 : 0;
            state = hit ? 150 : 130;
        } else if (state == 130) {
            state = 150;
        } else {
            assert(retries < 4 || !hit);
            if (__VERIFIER_nondet_int())
                return 0;
            state = 100;
        }
    }
}
