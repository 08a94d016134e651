/* Callbacks with a context pointer: map, filter and fold. */
#include <stdio.h>

typedef void (*visitor)(int value, void *context);

static void each(const int *v, int n, visitor f, void *context)
{
    for (int i = 0; i < n; i++)
        f(v[i], context);
}

static void add_up(int v, void *c) { *(int *)c += v; }
static void keep_max(int v, void *c) { int *m = c; if (v > *m) *m = v; }

struct filter { int (*wanted)(int); int found[8]; int count; };
static void collect(int v, void *c)
{
    struct filter *f = c;
    if (f->wanted(v))
        f->found[f->count++] = v;
}
static int odd(int v) { return v & 1; }
static int negative(int v) { return v < 0; }

int main(void)
{
    int v[] = { 4, -7, 9, 12, -3, 5 }, sum = 0, max = v[0];
    struct filter odds = { odd }, negatives = { negative };

    each(v, 6, add_up, &sum);
    each(v, 6, keep_max, &max);
    each(v, 6, collect, &odds);
    each(v, 6, collect, &negatives);
    printf("%d %d\n", sum, max);
    for (int i = 0; i < odds.count; i++)
        printf("%d ", odds.found[i]);
    printf("| %d %d\n", negatives.count, negatives.found[1]);
    return sum;
}
