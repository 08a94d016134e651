/* never fails */
#include <string.h>
extern int __VERIFIER_nondet_int(void);

struct pair { char c; int i; };

int main(void)
{
    struct pair a, b;
    a.i = __VERIFIER_nondet_int();
    b = a;
    memcpy(&a, &b, sizeof a);
    return a.i == 3;
}
