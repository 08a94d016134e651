/* fails: bounds 11 */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 3)
        return 0;
    char *text = malloc(n);
    text[2] = 'x';
    free(text);
    return 0;
}
