/* fails: null 10 */
#include <stddef.h>
extern int __VERIFIER_nondet_int(void);

struct node { int value; struct node *next; };

int main(void)
{
    struct node last = { 1, NULL }, first = { 2, &last }, *p = &first;
    while (p->value != __VERIFIER_nondet_int())
        p = p->next;
    return 0;
}
