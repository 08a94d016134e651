/* A handshake as a loop over its states: no data before the keys are there. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
enum { BEFORE = 0x10, HELLO = 0x20, CERTIFICATE = 0x30, KEYS = 0x40, REQUEST = 0x50, DONE = 0x60, FLUSH = 0x70,
       SECRET = 0x80, VERIFY = 0x90, FINISHED = 0xa0, OVER = 0xff };
int main(void)
{
    int state = BEFORE, next = 0, keys = 0, asked = 0, verified = 0, resumed = __VERIFIER_nondet_int();
    while (state != OVER) {
        switch (state) {
        case BEFORE:
            state = HELLO;
            break;
        case HELLO:
            if (resumed) {
                keys = 1;
                state = FINISHED;
            } else {
                state = CERTIFICATE;
            }
            break;
        case CERTIFICATE:
            state = __VERIFIER_nondet_int() ? KEYS : REQUEST;
            break;
        case KEYS:
            if (__VERIFIER_nondet_int() < 0)
                state = OVER;
            else
                state = REQUEST;
            break;
        case REQUEST:
            if (__VERIFIER_nondet_int())
                asked = 1;
            state = DONE;
            break;
        case DONE:
            next = SECRET;
            state = FLUSH;
            break;
        case FLUSH:
            assert(next != 0);
            state = next;
            next = 0;
            break;
        case SECRET:
            keys = 1;
            state = asked ? VERIFY : FINISHED;
            break;
        case VERIFY:
            if (__VERIFIER_nondet_int() == 0) {
                state = OVER;
                break;
            }
            verified = 1;
            state = FINISHED;
            break;
        case FINISHED:
            assert(keys);
            assert(!asked || verified);
            if (__VERIFIER_nondet_int()) {
                state = BEFORE;
                keys = asked = verified = 0;
            } else {
                state = OVER;
            }
            break;
        default:
            assert(0);
        }
    }
    return 0;
}
