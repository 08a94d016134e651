/* A producer and a consumer take turns over one place; the producer does not look whether it is empty. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static int full, place, produced, consumed, last, p_state, c_state;
static void producer(void)
{
    if (full && produced % 4 != 3) {
        p_state = 1;
        return;
    }
    place = __VERIFIER_nondet_int() & 15;
    last = place;
    produced = (produced + 1) & 7;
    full = 1;
    c_state = 0;
}
static void consumer(void)
{
    if (!full) {
        c_state = 1;
        return;
    }
    assert(place == last);
    consumed = (consumed + 1) & 7;
    full = 0;
    p_state = 0;
}
int main(void)
{
    for (;;) {
        int turn = __VERIFIER_nondet_int();
        if (turn < 0)
            return 0;
        if (p_state == 0 && turn % 2 == 0)
            producer();
        else if (c_state == 0)
            consumer();
        assert(((produced - consumed) & 7) == full);
    }
}
