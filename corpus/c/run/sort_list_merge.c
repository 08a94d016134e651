/* Merge sort of a linked list, splitting with a slow and a fast pointer. */
#include <stdio.h>
#include <stdlib.h>

struct node { int value; struct node *next; };

static struct node *merge(struct node *a, struct node *b)
{
    struct node head, *tail = &head;
    while (a && b) {
        struct node **least = a->value <= b->value ? &a : &b;
        tail->next = *least;
        tail = tail->next;
        *least = (*least)->next;
    }
    tail->next = a ? a : b;
    return head.next;
}

static struct node *sort(struct node *list)
{
    struct node *slow = list, *fast, *right;
    if (!list || !list->next) return list;
    for (fast = list->next; fast && fast->next; fast = fast->next->next) slow = slow->next;
    right = slow->next;
    slow->next = 0;
    return merge(sort(list), sort(right));
}

int main(void)
{
    struct node *list = 0, *n;
    int v = 11;

    for (int i = 0; i < 13; i++, v = v * 5 % 31) {
        n = malloc(sizeof *n);
        n->value = v;
        n->next = list;
        list = n;
    }
    list = sort(list);
    while (list) {
        printf("%d ", list->value);
        n = list->next;
        free(list);
        list = n;
    }
    printf("\n");
    return 0;
}
