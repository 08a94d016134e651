/* Steps of four or of six, which is chosen once: even in any case. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int fast = __VERIFIER_nondet_int();
    unsigned far = 0;
    while (far < 100000) {
        if (fast)
            far += 6;
        else
            far += 4;
    }
    assert(far % 2 == 0);
    assert(far < 100006);
    return 0;
}
