/* fails: uninitialised 10 */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int *p = malloc(2 * sizeof *p);
    p[0] = 1;
    int i = __VERIFIER_nondet_int() & 1;
    int x = p[i];
    free(p);
    return x == 2;
}
