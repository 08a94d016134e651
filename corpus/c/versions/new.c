/* A cash machine asks for a secret number, three times at most.
 * The card comes out before the money: too many cards were forgotten.
 */
#include <assert.h>

int __VERIFIER_nondet_int(void);

enum { SECRET = 4711, TRIES = 3 };

static int wrong, known, paid, ejected, kept;

void ask(void)
{
    if (__VERIFIER_nondet_int() == SECRET)
        known = 1;
    else
        wrong++;
}

void pay(void)
{
    assert(wrong < TRIES);
    paid = 1;
}

void eject(void) { ejected = 1; }
void keep(void) { kept = 1; }

int main(void)
{
    do
        ask();
    while (!known && wrong <= TRIES);
    if (known) {
        eject();
        pay();
    } else {
        keep();
    }
    return 0;
}
