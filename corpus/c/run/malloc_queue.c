/* A queue as a linked list and as a ring buffer, compared step by step. */
#include <stdio.h>
#include <stdlib.h>

struct cell { int value; struct cell *next; };
struct list_queue { struct cell *first, **last; };
struct ring { int *data; int head, count, size; };

static void list_put(struct list_queue *q, int v)
{
    struct cell *c = malloc(sizeof *c);
    c->value = v;
    c->next = 0;
    *q->last = c;
    q->last = &c->next;
}

static int list_get(struct list_queue *q)
{
    struct cell *c = q->first;
    int v = c->value;
    q->first = c->next;
    if (!q->first) q->last = &q->first;
    free(c);
    return v;
}

static int ring_put(struct ring *r, int v)
{
    if (r->count == r->size) return 0;
    r->data[(r->head + r->count++) % r->size] = v;
    return 1;
}

static int ring_get(struct ring *r)
{
    int v = r->data[r->head];
    r->head = (r->head + 1) % r->size;
    r->count--;
    return v;
}

int main(void)
{
    struct list_queue q = { 0, &q.first };
    struct ring r = { malloc(5 * sizeof(int)), 0, 0, 5 };
    unsigned seed = 7;
    int steps, full = 0;

    for (steps = 0; steps < 40; steps++) {
        seed = seed * 1664525u + 1013904223u;
        if (seed >> 31 || r.count == 0) {
            if (ring_put(&r, steps)) list_put(&q, steps); else full++;
        } else {
            int a = list_get(&q), b = ring_get(&r);
            if (a != b) return 1;
            printf("%d ", a);
        }
    }
    printf("\n%d %d\n", full, r.count);
    while (q.first) list_get(&q);
    free(r.data);
    return 0;
}
