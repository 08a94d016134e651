/* Bubble sort of a circular list of links embedded in its nodes. The root's backward link is
 * never initialised: it stays wrong until a swap or an append happens to write it. */
#include <assert.h>
#include <stddef.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

#define node_of(link) ((struct node *)((char *)(link) - offsetof(struct node, links)))

struct links { struct links *next, *prev; };
struct node { int value; struct links links; };

struct links root;

void gl_init(void)
{
    root.next = &root;          /* and root.prev = &root is missing */
}

void gl_insert(int value)
{
    struct node *node = malloc(sizeof *node);

    if (node == NULL)
        exit(0);
    node->value = value;
    node->links.next = root.next;
    node->links.prev = &root;
    if (root.next != &root)
        root.next->prev = &node->links;
    root.next = &node->links;
}

void gl_read(void)
{
    gl_init();
    while (__VERIFIER_nondet_int())
        gl_insert(__VERIFIER_nondet_int());
}

int value_of(struct links *link)
{
    return node_of(link)->value;
}

void swap_with_next(struct links *first)
{
    struct links *second = first->next, *before = first->prev, *after = second->next;

    before->next = second;
    second->prev = before;
    second->next = first;
    first->prev = second;
    first->next = after;
    after->prev = first;
}

int gl_sort_pass(void)
{
    struct links *at = root.next;
    int swapped = 0;

    while (at != &root && at->next != &root) {
        if (value_of(at) > value_of(at->next)) {
            swap_with_next(at);
            swapped = 1;
        } else {
            at = at->next;
        }
    }
    return swapped;
}

void gl_sort(void)
{
    while (gl_sort_pass())
        ;
}

void inspect_links(struct links *link)
{
    assert(link->next->prev == link);
}

void inspect_order(struct links *link)
{
    if (link->next != &root && value_of(link) > value_of(link->next))
        reach_error();
}

void inspect(void)
{
    struct links *at;

    if (root.next == &root)
        return;
    for (at = root.next; at != &root; at = at->next) {
        inspect_order(at);
        inspect_links(at);
    }
}

void gl_destroy(void)
{
    while (root.next != &root) {
        struct links *gone = root.next;
        root.next = gone->next;
        free(node_of(gone));
    }
}

int main(void)
{
    gl_read();
    gl_sort();
    inspect();
    gl_destroy();
    return 0;
}
