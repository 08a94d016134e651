/* Insertion sort of a list through pointers to links, with a merge of two sorted lists. */
#include <stdio.h>
#include <stdlib.h>

typedef struct node *list;
struct node { int value; list next; };

static void insert(list *at, int value)
{
    list fresh = malloc(sizeof *fresh);
    while (*at && (*at)->value < value) at = &(*at)->next;
    fresh->value = value;
    fresh->next = *at;
    *at = fresh;
}

static list merged(list a, list b)
{
    list result = NULL, *end = &result;
    while (a && b) {
        list *first = a->value < b->value ? &a : &b;
        *end = *first;
        end = &(*end)->next;
        *first = *end;
    }
    *end = a ? a : b;
    return result;
}

int main(void)
{
    static const int v[] = { 7, 3, 9, 1, 8, 2, 2, 6 };
    list a = NULL, b = NULL;
    int n = 0;

    for (int i = 0; i < 8; i++) insert(i % 2 ? &a : &b, v[i]);
    a = merged(a, b);
    while (a) {
        list gone = a;
        printf("%d ", a->value);
        a = a->next;
        free(gone);
        n++;
    }
    printf("\n");
    return n;
}
