/* Merge sort of a list. The merge forgets the rest of the right half when the left half ends
 * first, so that nodes are lost. */
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

typedef struct node { int value; struct node *next; } node;

int length;

node *build(void)
{
    node *list = NULL;

    while (length < 4 && __VERIFIER_nondet_int()) {
        node *fresh = malloc(sizeof(node));
        if (!fresh)
            exit(0);
        fresh->value = __VERIFIER_nondet_int();
        fresh->next = list;
        list = fresh;
        length++;
    }
    return list;
}

void split(node *list, node **left, node **right)
{
    node *slow = list, *fast = list->next;

    while (fast != NULL) {
        fast = fast->next;
        if (fast != NULL) {
            slow = slow->next;
            fast = fast->next;
        }
    }
    *left = list;
    *right = slow->next;
    slow->next = NULL;
}

node *merge(node *left, node *right)
{
    node *result = NULL, **tail = &result;

    while (left && right) {
        node **least = left->value <= right->value ? &left : &right;
        *tail = *least;
        tail = &(*least)->next;
        *least = (*least)->next;
    }
    *tail = left;               /* should be: left ? left : right */
    return result;
}

node *merge_sort(node *list)
{
    node *left, *right;

    if (list == NULL || list->next == NULL)
        return list;
    split(list, &left, &right);
    left = merge_sort(left);
    right = merge_sort(right);
    return merge(left, right);
}

void check(node *list)
{
    int seen = 0;

    for (; list; list = list->next) {
        seen++;
        assert(list->next == NULL || list->value <= list->next->value);
    }
    assert(seen == length);
}

int main(void)
{
    node *list = build();

    list = merge_sort(list);
    check(list);
    return 0;
}
