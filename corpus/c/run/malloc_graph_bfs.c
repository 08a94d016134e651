/* Adjacency lists and a breadth-first search with a queue. */
#include <stdio.h>
#include <stdlib.h>

#define NODES 8
struct edge { int to; struct edge *next; };
static struct edge *adjacent[NODES];

static void connect_one(int from, int to)
{
    struct edge *e = malloc(sizeof *e);
    e->to = to;
    e->next = adjacent[from];
    adjacent[from] = e;
}

static void join(int a, int b) { connect_one(a, b); connect_one(b, a); }

int main(void)
{
    int distance[NODES], queue[NODES], head = 0, tail = 0, i;

    join(0, 1); join(0, 2); join(1, 3); join(2, 3); join(3, 4); join(4, 5); join(6, 7);
    for (i = 0; i < NODES; i++) distance[i] = -1;
    distance[0] = 0;
    queue[tail++] = 0;
    while (head < tail) {
        int at = queue[head++];
        for (struct edge *e = adjacent[at]; e; e = e->next)
            if (distance[e->to] < 0) {
                distance[e->to] = distance[at] + 1;
                queue[tail++] = e->to;
            }
    }
    for (i = 0; i < NODES; i++) printf("%d ", distance[i]);
    printf("\n");
    for (i = 0; i < NODES; i++)
        while (adjacent[i]) {
            struct edge *e = adjacent[i];
            adjacent[i] = e->next;
            free(e);
        }
    return tail;
}
