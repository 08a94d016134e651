/* The scale of the till: it must be set to zero before it weighs, and it must not be overloaded. */
#include <assert.h>

#include "scale.h"

int __VERIFIER_nondet_int(void);

static int zeroed, load;

void zero(void) { zeroed = 1; }
void put(void) { load += 2; }

void weigh(void)
{
    assert(zeroed);
    assert(load < MOST);
}

int main(void)
{
    if (__VERIFIER_nondet_int())
        zero();
    put();
    if (__VERIFIER_nondet_int())
        put();
    weigh();
    return 0;
}
