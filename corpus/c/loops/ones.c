/* Bits counted one by one and in groups. */
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void)
{
    unsigned x = __VERIFIER_nondet_uchar(), rest = x, count = 0;
    while (rest) {
        rest &= rest - 1;
        count++;
    }
    x = (x & 0x55) + (x >> 1 & 0x55);
    x = (x & 0x33) + (x >> 2 & 0x33);
    x = (x & 0x0f) + (x >> 4);
    assert(x == count);
    return 0;
}
