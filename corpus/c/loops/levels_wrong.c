/* A cancelled request leaves the level where it is. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static int level, queue, busy;
static int raise_to(int wanted)
{
    int before = level;
    level = wanted;
    return before;
}
static void lower_to(int wanted)
{
    level = wanted;
}
static int cancel(void)
{
    int before = raise_to(2);
    if (queue < 1)
        lower_to(before);
    else if (--queue == 0)
        return 1;
    lower_to(before);
    return 0;
}
int main(void)
{
    while (__VERIFIER_nondet_int()) {
        switch (__VERIFIER_nondet_int()) {
        case 0:
            if (!busy)
                busy = 1;
            else if (queue < 16)
                queue++;
            break;
        case 1:
            busy = queue > 0;
            if (busy)
                queue--;
            break;
        case 2:
            cancel();
            break;
        }
        assert(level == 0);
    }
    return 0;
}
