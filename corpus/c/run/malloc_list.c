/* A singly linked list: push, append, reverse, remove, free. */
#include <stdio.h>
#include <stdlib.h>

struct node { int value; struct node *next; };

static struct node *cons(int value, struct node *next)
{
    struct node *n = malloc(sizeof *n);
    if (!n) exit(3);
    n->value = value;
    n->next = next;
    return n;
}

static struct node *reverse(struct node *list)
{
    struct node *done = NULL;
    while (list) {
        struct node *next = list->next;
        list->next = done;
        done = list;
        list = next;
    }
    return done;
}

static struct node *removed(struct node *list, int value)
{
    if (!list) return NULL;
    if (list->value == value) {
        struct node *rest = list->next;
        free(list);
        return removed(rest, value);
    }
    list->next = removed(list->next, value);
    return list;
}

static void show(const struct node *n)
{
    for (; n; n = n->next) printf("%d ", n->value);
    printf("\n");
}

int main(void)
{
    struct node *list = NULL;

    for (int i = 0; i < 8; i++) list = cons(i % 3, list);
    show(list);
    list = reverse(list);
    show(list);
    list = removed(list, 1);
    show(list);
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
