/* A doubly linked list with a sentinel: insert, unlink, walk both ways. */
#include <stdio.h>
#include <stdlib.h>

struct node { struct node *prev, *next; int key; };

static void insert_after(struct node *at, int key)
{
    struct node *n = malloc(sizeof(struct node));
    n->key = key;
    n->prev = at;
    n->next = at->next;
    at->next->prev = n;
    at->next = n;
}

static int unlink_node(struct node *n)
{
    int key = n->key;
    n->prev->next = n->next;
    n->next->prev = n->prev;
    free(n);
    return key;
}

int main(void)
{
    struct node head = { &head, &head, -1 }, *p;

    for (int i = 1; i <= 6; i++)
        insert_after(i % 2 ? head.prev : &head, i);
    for (p = head.next; p != &head; p = p->next) printf("%d ", p->key);
    printf("| ");
    for (p = head.prev; p != &head; p = p->prev) printf("%d ", p->key);
    printf("\n%d\n", unlink_node(head.next->next));
    for (p = head.next; p != &head;) {
        struct node *next = p->next;
        if (p->key % 3 == 0) unlink_node(p);
        p = next;
    }
    for (p = head.next; p != &head; p = p->next) printf("%d ", p->key);
    printf("\n");
    while (head.next != &head) unlink_node(head.next);
    return head.prev == &head ? 6 : 7;
}
