/* never fails */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    if ((x & 1) == 2)
        abort();
    exit(1);
}
