/* A singly linked list is made doubly linked, then reversed. The reversal keeps the backward
 * link of a node that moved when its flag says that it is pinned. */
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);

struct item {
    struct item *next;
    struct item *prev;
    unsigned pinned : 1;
    int position : 7;
};

struct item *create(int position)
{
    struct item *fresh = calloc(1, sizeof(struct item));

    if (!fresh)
        exit(0);
    fresh->position = position;
    return fresh;
}

void append(struct item **head, struct item *fresh)
{
    while (*head)
        head = &(*head)->next;
    *head = fresh;
}

struct item *read_list(void)
{
    struct item *head = NULL;
    int position = 0;

    while (position < 5 && __VERIFIER_nondet_int()) {
        struct item *fresh = create(position++);
        fresh->pinned = __VERIFIER_nondet_int() != 0;
        append(&head, fresh);
    }
    return head;
}

void link_back(struct item *before, struct item *at)
{
    at->prev = before;
}

void make_double(struct item *head)
{
    struct item *before = NULL;

    for (; head; head = head->next) {
        link_back(before, head);
        before = head;
    }
}

void turn(struct item *at)
{
    struct item *after = at->next;

    at->next = at->prev;
    if (!at->pinned || after == NULL)
        at->prev = after;
}

struct item *reverse(struct item *head)
{
    struct item *last = NULL;

    while (head) {
        struct item *after = head->next;
        turn(head);
        last = head;
        head = after;
    }
    return last;
}

void check_forward(struct item *head, int count)
{
    for (; head; head = head->next)
        if (head->position != --count)
            __VERIFIER_error();
}

void check_backward(struct item *head)
{
    struct item *before = NULL;

    for (; head; head = head->next) {
        if (head->prev != before)
            __VERIFIER_error();
        before = head;
    }
}

int count(struct item *head)
{
    int n = 0;

    for (; head; head = head->next)
        n++;
    return n;
}

int main(void)
{
    struct item *head = read_list();
    int n = count(head);

    make_double(head);
    head = reverse(head);
    check_forward(head, n);
    check_backward(head);
    return 0;
}
