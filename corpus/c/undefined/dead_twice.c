/* fails: dead 10 */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int *p = malloc(sizeof *p);
    if (__VERIFIER_nondet_int() == 7)
        free(p);
    free(p);
    return 0;
}
