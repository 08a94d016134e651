/* The bits of a byte turned round twice. */
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
static unsigned turned(unsigned x)
{
    unsigned other = 0;
    for (int i = 0; i < 8; i++) {
        other = other << 1 | (x & 1);
        x >>= 1;
    }
    return other;
}
int main(void)
{
    unsigned x = __VERIFIER_nondet_uchar();
    assert(turned(turned(x)) == x);
    return 0;
}
