/* Pointers to pointers: swapping, out parameters and deletion from a list without a special case. */
#include <stdio.h>

struct node { int value; struct node *next; };

static void swap(int **a, int **b) { int *t = *a; *a = *b; *b = t; }

static int find_max(int *v, int n, int **where)
{
    *where = v;
    for (int i = 1; i < n; i++)
        if (v[i] > **where)
            *where = v + i;
    return **where;
}

static int delete_even(struct node **link)
{
    int removed = 0;
    while (*link) {
        if ((*link)->value % 2 == 0) {
            *link = (*link)->next;
            removed++;
        } else {
            link = &(*link)->next;
        }
    }
    return removed;
}

int main(void)
{
    int x = 1, y = 2, *p = &x, *q = &y, *best;
    int v[] = { 3, 9, 4, 9, 1 };
    struct node n[6], *head = n;
    int ***deep, **mid = &p;

    swap(&p, &q);
    printf("%d %d %d %d\n", *p, *q, x, y);
    deep = &mid;
    ***deep = 77;
    printf("%d\n", y);
    x = find_max(v, 5, &best);
    printf("%d %d\n", x, (int)(best - v));
    for (int i = 0; i < 6; i++) {
        n[i].value = i * 3;
        n[i].next = i < 5 ? &n[i + 1] : 0;
    }
    printf("%d:", delete_even(&head));
    for (; head; head = head->next)
        printf(" %d", head->value);
    printf("\n");
    return 0;
}
