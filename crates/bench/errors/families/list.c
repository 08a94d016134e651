// N numbers put into a sorted list.
#include <assert.h>
#include <stdlib.h>
int nondet_int(void);
struct node {
    int number;
    struct node *next;
};
int main(void)
{
    struct node *first = NULL;
    for (int i = 0; i < N; i++) {
        struct node *fresh = malloc(sizeof *fresh), **at = &first;
        if (!fresh)
            return 0;
        fresh->number = nondet_int();
        while (*at && (*at)->number < fresh->number)
            at = &(*at)->next;
        fresh->next = *at;
        *at = fresh;
    }
    for (struct node *node = first; node && node->next; node = node->next)
        assert(node->number <= node->next->number);
    return 0;
}
