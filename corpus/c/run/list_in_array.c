/* A linked list inside an array, linked by indices. */
#include <stdio.h>

enum { NIL = -1, CAPACITY = 8 };
static struct { int value, next; } cell[CAPACITY];
static int head = NIL, spare;

static void init(void)
{
    for (int i = 0; i < CAPACITY; i++)
        cell[i].next = i + 1 < CAPACITY ? i + 1 : NIL;
    spare = 0;
}

static int insert_sorted(int value)
{
    int *link = &head, fresh = spare;
    if (fresh == NIL)
        return 0;
    spare = cell[fresh].next;
    while (*link != NIL && cell[*link].value < value)
        link = &cell[*link].next;
    cell[fresh].value = value;
    cell[fresh].next = *link;
    *link = fresh;
    return 1;
}

static int drop_first(void)
{
    int i = head, v = cell[i].value;
    head = cell[i].next;
    cell[i].next = spare;
    spare = i;
    return v;
}

int main(void)
{
    static const int values[] = { 5, 3, 8, 1, 9, 2, 7, 4, 6 };
    int accepted = 0;

    init();
    for (int i = 0; i < 9; i++)
        accepted += insert_sorted(values[i]);
    printf("%d\n", accepted);
    printf("%d\n", drop_first());
    printf("%d\n", insert_sorted(6));
    for (int i = head; i != NIL; i = cell[i].next)
        printf("%d ", cell[i].value);
    printf("\n");
    return accepted;
}
