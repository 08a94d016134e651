/* Large structs with arrays inside are returned and assigned whole. */
#include <stdio.h>

struct table { int size; int cell[20]; };

static struct table squares(int n)
{
    struct table t = { n };
    for (int i = 0; i < n; i++)
        t.cell[i] = i * i;
    return t;
}

static struct table reversed(struct table t)
{
    for (int i = 0, j = t.size - 1; i < j; i++, j--) {
        int k = t.cell[i];
        t.cell[i] = t.cell[j];
        t.cell[j] = k;
    }
    return t;
}

static int weight(const struct table *t)
{
    int sum = 0;
    for (int i = 0; i < t->size; i++)
        sum += (i + 1) * t->cell[i];
    return sum;
}

int main(void)
{
    struct table a = squares(10), b = reversed(a), c = reversed(reversed(squares(7)));

    printf("%d %d %d\n", weight(&a), weight(&b), weight(&c));
    printf("%d %d %d\n", a.cell[19], b.cell[0], reversed(a).cell[1]);
    c = a;
    c.cell[3] = 100;
    printf("%d %d\n", a.cell[3], c.cell[3]);
    return 0;
}
