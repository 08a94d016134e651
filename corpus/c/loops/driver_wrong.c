/* The lower driver refuses, and the request is completed though it was passed on. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
enum { NEW, PASSED, COMPLETE };
static int request = NEW, started;
static int complete(int status)
{
    assert(request == NEW);
    request = COMPLETE;
    return status;
}
static int pass_on(void)
{
    request = PASSED;
    int answer = __VERIFIER_nondet_int();
    return answer == 0 ? 0 : answer == 1 ? -1 : 259;
}
static int plug(int minor)
{
    int status;
    switch (minor) {
    case 0:
        status = pass_on();
        started = status == 0;
        return status;
    case 2:
        status = pass_on();
        if (status < 0)
            return complete(status);
        return status;
    default:
        return pass_on();
    }
}
int main(void)
{
    started = __VERIFIER_nondet_int() != 0;
    switch (__VERIFIER_nondet_int()) {
    case 0:
        return complete(0) != 0;
    case 2:
        return plug(__VERIFIER_nondet_int()) != 0;
    default:
        return started ? pass_on() != 0 : complete(-1) != 0;
    }
}
