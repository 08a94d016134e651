/* A scheduler runs those that are ready: a token goes round and comes back as many larger as there are stations. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
enum { READY, WAITING };
static int state[4], event[4], token, start;
static int any_ready(void)
{
    for (int i = 0; i < 4; i++)
        if (state[i] == READY)
            return 1;
    return 0;
}
static void master(void)
{
    if (event[0] == 1) {
        assert(token == start + 3);
        event[0] = 0;
    }
    start = token = __VERIFIER_nondet_int() & 255;
    event[1] = 1;
    state[0] = WAITING;
}
static void station(int i)
{
    if (event[i] == 1) {
        token += 1;
        event[i] = 0;
        event[(i + 1) % 4] = 1;
    }
    state[i] = WAITING;
}
static void wake(void)
{
    for (int i = 0; i < 4; i++)
        if (event[i] == 1)
            state[i] = READY;
}
int main(void)
{
    for (;;) {
        while (any_ready()) {
            if (state[0] == READY && __VERIFIER_nondet_int())
                master();
            for (int i = 1; i < 4; i++)
                if (state[i] == READY && __VERIFIER_nondet_int())
                    station(i);
            wake();
        }
        if (!any_ready())
            return 0;
    }
}
