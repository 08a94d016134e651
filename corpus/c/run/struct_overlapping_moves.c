/* memmove and assignment over arrays of structs: insertion and removal in place. */
#include <stdio.h>
#include <string.h>

struct entry { short id; char name[6]; };
static struct entry v[8];
static int n;

static void insert(int at, short id, const char *name)
{
    memmove(&v[at + 1], &v[at], (n - at) * sizeof *v);
    v[at].id = id;
    strncpy(v[at].name, name, 6);
    n++;
}

static struct entry removed(int at)
{
    struct entry e = v[at];
    memmove(v + at, v + at + 1, (--n - at) * sizeof *v);
    return e;
}

int main(void)
{
    struct entry e;

    insert(0, 1, "one");
    insert(0, 2, "two");
    insert(1, 3, "three");
    insert(3, 4, "four");
    e = removed(1);
    printf("%d %s %d\n", e.id, e.name, n);
    v[2] = v[0];
    v[0] = e;
    for (int i = 0; i < n; i++) printf("%d %s\n", v[i].id, v[i].name);
    return (int)sizeof e;
}
