/* never fails */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int *p = malloc(sizeof *p);
    *p = 1;
    if (__VERIFIER_nondet_int() == 7) {
        free(p);
        p = NULL;
    }
    if (p)
        *p = 2;
    free(p);
    return 0;
}
