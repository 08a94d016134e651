/* A list grows and shrinks; what it holds and what is counted agree. */
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
    struct node *next;
    int value;
};
int main(void)
{
    struct node *top = 0;
    int count = 0;
    while (__VERIFIER_nondet_int()) {
        if (count < 5 && __VERIFIER_nondet_int()) {
            struct node *made = malloc(sizeof *made);
            made->next = top;
            made->value = count;
            top = made;
            count++;
        } else if (count > 0) {
            struct node *gone = top;
            assert(gone != 0 && gone->value == count - 1);
            top = gone->next;
            free(gone);
            count--;
        }
    }
    assert((top == 0) == (count == 0));
    while (top) {
        struct node *gone = top;
        top = top->next;
        free(gone);
    }
    return 0;
}
