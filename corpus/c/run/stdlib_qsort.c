/* qsort with comparators over ints, strings and structs. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct city { const char *name; int people; };

static int by_int(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}
static int descending(const void *a, const void *b) { return by_int(b, a); }
static int by_text(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}
static int by_people(const void *a, const void *b)
{
    const struct city *x = a, *y = b;
    return x->people != y->people ? x->people - y->people : strcmp(x->name, y->name);
}

int main(void)
{
    int v[] = { 5, -2, 9, 0, 2147483647, -2147483647, 5, 1 };
    const char *w[] = { "delta", "alpha", "charlie", "bravo" };
    struct city c[] = { { "b", 30 }, { "d", 10 }, { "a", 30 }, { "c", 20 } };
    int i;

    qsort(v, 8, sizeof *v, by_int);
    for (i = 0; i < 8; i++) printf("%d ", v[i]);
    qsort(v, 4, sizeof *v, descending);
    printf("\n%d %d\n", v[0], v[3]);
    qsort(w, 4, sizeof *w, by_text);
    for (i = 0; i < 4; i++) printf("%s ", w[i]);
    qsort(c, 4, sizeof *c, by_people);
    for (i = 0; i < 4; i++) printf("%s%d ", c[i].name, c[i].people);
    printf("\n");
    return c[0].people;
}
