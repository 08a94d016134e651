/* A pool allocator over one block, with its own free list threaded through the cells. */
#include <stdio.h>
#include <stdlib.h>

union slot { union slot *next; struct { short x, y; } point; };
static union slot *pool, *available;
static int live;

static void pool_open(int n)
{
    pool = malloc(n * sizeof *pool);
    available = 0;
    while (n-- > 0) {
        pool[n].next = available;
        available = &pool[n];
    }
}

static union slot *pool_take(void)
{
    union slot *s = available;
    if (s) { available = s->next; live++; }
    return s;
}

static void pool_return(union slot *s) { s->next = available; available = s; live--; }

int main(void)
{
    union slot *s[5];
    int i;

    pool_open(4);
    for (i = 0; i < 5; i++) {
        s[i] = pool_take();
        if (s[i]) { s[i]->point.x = i; s[i]->point.y = i * i; }
        printf("%d ", s[i] ? (int)(s[i] - pool) : -1);
    }
    printf("%d\n", live);
    pool_return(s[1]);
    pool_return(s[3]);
    s[4] = pool_take();
    printf("%d %d\n", s[4] == s[3], live);
    printf("%d %d\n", s[2]->point.x, s[2]->point.y);
    free(pool);
    return live;
}
