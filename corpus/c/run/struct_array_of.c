/* An array of structs, filled, searched and swapped through pointers. */
#include <stdio.h>
#include <string.h>

struct item { char name[8]; int price; unsigned char stock; };

static struct item shop[] = {
    { "bolt", 5, 200 }, { "nut", 3, 250 }, { "gear", 120, 4 }, { "axle", 75, 9 },
};

static struct item *find(const char *name)
{
    struct item *p;
    for (p = shop; p < shop + sizeof shop / sizeof *shop; p++)
        if (strcmp(p->name, name) == 0)
            return p;
    return 0;
}

static void swap(struct item *a, struct item *b) { struct item t = *a; *a = *b; *b = t; }

int main(void)
{
    int total = 0;

    swap(&shop[0], find("axle"));
    find("nut")->stock += 10;
    find("gear")->price *= 2;
    for (int i = 0; i < 4; i++) {
        printf("%s %d %d\n", shop[i].name, shop[i].price, shop[i].stock);
        total += shop[i].price * shop[i].stock;
    }
    printf("%d %d\n", total, find("cog") == 0);
    printf("%d\n", (int)(find("bolt") - shop));
    return 0;
}
