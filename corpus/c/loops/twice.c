/* One counter goes in steps of two; both wrap alike. */
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern _Bool __VERIFIER_nondet_bool(void);
int main(void)
{
    unsigned x = 0, y = 0;
    while (__VERIFIER_nondet_bool()) {
        x++;
        y += 2;
        assert(y == 2 * x);
    }
    return 0;
}
