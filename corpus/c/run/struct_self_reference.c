/* Structs that point to themselves and to each other through forward declarations. */
#include <stdio.h>

struct room;
struct door { struct room *from, *to; int locked; };
struct room { const char *name; struct door *doors[3]; int visited; };

static int explore(struct room *r)
{
    int found = 1, i;
    if (r->visited)
        return 0;
    r->visited = 1;
    printf("%s\n", r->name);
    for (i = 0; i < 3 && r->doors[i]; i++)
        if (!r->doors[i]->locked)
            found += explore(r->doors[i]->to);
    return found;
}

int main(void)
{
    struct room hall = { "hall" }, cellar = { "cellar" }, attic = { "attic" }, tower = { "tower" };
    struct door a = { &hall, &cellar }, b = { &hall, &attic, 1 }, c = { &cellar, &hall },
                d = { &cellar, &tower };

    hall.doors[0] = &a; hall.doors[1] = &b;
    cellar.doors[0] = &c; cellar.doors[1] = &d;
    printf("%d\n", explore(&hall));
    b.locked = 0;
    hall.visited = cellar.visited = 0;
    printf("%d %d\n", explore(&hall), tower.visited);
    printf("%s\n", hall.doors[0]->to->doors[1]->to->name);
    return 0;
}
