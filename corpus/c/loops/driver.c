/* A request is completed once, or passed on once, or kept pending. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
enum { NEW, PENDING, PASSED, COMPLETE };
static int request = NEW, pended, removed, users = 1;
static int complete(int status)
{
    assert(request != COMPLETE && request != PASSED);
    request = COMPLETE;
    return status;
}
static int pass_on(void)
{
    assert(request == NEW);
    request = PASSED;
    switch (__VERIFIER_nondet_int()) {
    case 0:
        return 0;
    case 1:
        return -1;
    default:
        return 259;
    }
}
static int enter(void)
{
    users++;
    if (removed) {
        users--;
        return -2;
    }
    return 0;
}
static void leave(void)
{
    users--;
    assert(users >= 0);
}
static int power(void)
{
    if (enter() < 0)
        return complete(-2);
    int status = pass_on();
    leave();
    return status;
}
static int read(int length)
{
    if (length == 0)
        return complete(0);
    if (enter() < 0)
        return complete(-2);
    if (__VERIFIER_nondet_int()) {
        request = PENDING;
        pended = 1;
        leave();
        return 259;
    }
    leave();
    return complete(length < 0 ? -3 : 0);
}
static int plug(int minor)
{
    if (minor == 2) {
        removed = 1;
        leave();
        int status = pass_on();
        assert(users == 0);
        return status;
    }
    return pass_on();
}
int main(void)
{
    int status;
    removed = __VERIFIER_nondet_int() == 5;
    switch (__VERIFIER_nondet_int()) {
    case 0:
        status = power();
        break;
    case 1:
        status = read(__VERIFIER_nondet_int());
        break;
    case 2:
        status = removed ? complete(-2) : plug(__VERIFIER_nondet_int());
        break;
    default:
        status = complete(-1);
    }
    if (pended)
        assert(status == 259 && request == PENDING);
    else
        assert(request == COMPLETE || request == PASSED);
    return 0;
}
