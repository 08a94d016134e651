/* The other side: what was sent is counted, and each flight is answered before the next. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int state = 100, sent = 0, seen = 0, retries = 0, hit = 0;
    while (1) {
        if (state == 100) {
            sent = 1;
            state = 110;
        } else if (state == 110) {
            if (__VERIFIER_nondet_int()) {
                seen = 1;
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
            sent = 2;
            state = 140;
        } else if (state == 140) {
            if (!__VERIFIER_nondet_int())
                return 1;
            seen = 2;
            state = 150;
        } else if (state == 150) {
            assert(seen == sent);
            assert(hit ? sent == 1 : sent == 2);
            assert(retries <= 4);
            if (__VERIFIER_nondet_int())
                return 0;
            state = 100;
            retries = 0;
            seen = 0;
        } else {
            assert(0);
        }
    }
}
