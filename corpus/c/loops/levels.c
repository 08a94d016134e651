/* An interrupt level is raised and lowered in pairs, for any number of requests. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static int level, queue, busy;
static int raise_to(int wanted)
{
    int before = level;
    assert(wanted >= level);
    level = wanted;
    return before;
}
static void lower_to(int wanted)
{
    assert(wanted <= level);
    level = wanted;
}
static void start(void)
{
    int before = raise_to(2);
    if (!busy && queue > 0) {
        queue--;
        busy = 1;
    }
    lower_to(before);
}
static void finished(void)
{
    int before = raise_to(2);
    busy = 0;
    lower_to(before);
    start();
}
int main(void)
{
    while (__VERIFIER_nondet_int()) {
        switch (__VERIFIER_nondet_int()) {
        case 0:
            if (queue < 16)
                queue++;
            start();
            break;
        case 1:
            if (busy)
                finished();
            break;
        default:
            break;
        }
        assert(level == 0);
        assert(queue >= 0 && queue <= 16);
        assert(busy || queue == 0);
    }
    return 0;
}
