/* Parity bit by bit and by folding. */
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void)
{
    unsigned x = __VERIFIER_nondet_uint(), folded = x, odd = 0;
    for (int i = 0; i < 32; i++)
        odd ^= x >> i & 1;
    folded ^= folded >> 16;
    folded ^= folded >> 8;
    folded ^= folded >> 4;
    folded ^= folded >> 2;
    folded ^= folded >> 1;
    assert((folded & 1) == odd);
    return 0;
}
