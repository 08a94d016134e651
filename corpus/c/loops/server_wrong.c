/* What was verified is not forgotten when it starts again. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
enum { BEFORE, HELLO, CERTIFICATE, REQUEST, SECRET, VERIFY, FINISHED, OVER };
int main(void)
{
    int state = BEFORE, keys = 0, asked = 0, verified = 0, rounds = 0;
    while (state != OVER) {
        switch (state) {
        case BEFORE:
            keys = 0;
            asked = 0;
            rounds++;
            state = HELLO;
            break;
        case HELLO:
            state = __VERIFIER_nondet_int() == 7 ? FINISHED : CERTIFICATE;
            break;
        case CERTIFICATE:
            state = REQUEST;
            break;
        case REQUEST:
            asked = __VERIFIER_nondet_int() != 0;
            state = SECRET;
            break;
        case SECRET:
            keys = 1;
            state = asked ? VERIFY : FINISHED;
            break;
        case VERIFY:
            verified = __VERIFIER_nondet_int() != 0;
            state = verified ? FINISHED : OVER;
            break;
        case FINISHED:
            assert(!verified || asked);
            if (!keys || rounds > 3 || !__VERIFIER_nondet_int())
                state = OVER;
            else
                state = BEFORE;
            break;
        }
    }
    return 0;
}
