/* A byte becomes negative on its way. */
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void)
{
    unsigned char byte = __VERIFIER_nondet_uchar();
    signed char as = (signed char)byte;
    int wide = as;
    for (int i = 0; i < 3; i++)
        wide = (wide << 0) + 1;
    assert(wide >= 3);
    return 0;
}
