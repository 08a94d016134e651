/* A scheduler runs those that are ready: a token goes round and is counted once too often. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
enum { READY, WAITING };
static int state[3], event[3], token, start;
static int any_ready(void)
{
    for (int i = 0; i < 3; i++)
        if (state[i] == READY)
            return 1;
    return 0;
}
static void master(void)
{
    if (event[0] == 1) {
        assert(token == start + 2);
        event[0] = 0;
    }
    start = token = __VERIFIER_nondet_int() & 255;
    event[1] = 1;
    state[0] = WAITING;
}
static void station(int i)
{
    if (event[i] == 1) {
        token += i == 2 && start == 77 ? 2 : 1;
        event[i] = 0;
        event[(i + 1) % 3] = 1;
    }
    state[i] = WAITING;
}
static void wake(void)
{
    for (int i = 0; i < 3; i++)
        if (event[i] == 1)
            state[i] = READY;
}
int main(void)
{
    for (;;) {
        while (any_ready()) {
            if (state[0] == READY && __VERIFIER_nondet_int())
                master();
            for (int i = 1; i < 3; i++)
                if (state[i] == READY && __VERIFIER_nondet_int())
                    station(i);
            wake();
        }
        if (!any_ready())
            return 0;
    }
}
