/* A small counter is widened and never wraps. */
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void)
{
    unsigned char c = __VERIFIER_nondet_uchar();
    unsigned steps = 0;
    while (c < 200) {
        c++;
        steps++;
    }
    assert(c >= 200);
    assert(steps <= 200);
    return 0;
}
