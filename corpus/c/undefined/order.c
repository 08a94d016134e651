/* fails: null 10 */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int ends(void) { exit(0); }

int main(void)
{
    int one = 1, *p = __VERIFIER_nondet_int() == 5 ? 0 : &one;
    return *p + ends();
}
