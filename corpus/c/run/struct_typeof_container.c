/* The kernel's form of container_of with typeof and a statement expression. */
#include <stdio.h>

#define offset_of(type, member) ((__SIZE_TYPE__)&((type *)0)->member)
#define container_of(ptr, type, member) ({                      \
    const __typeof__(((type *)0)->member) *inner = (ptr);       \
    (type *)((char *)inner - __builtin_offsetof(type, member)); })

struct timer { int expires; };
struct device { char name[6]; struct timer timer; int fired; };

static void fire(struct timer *t)
{
    struct device *d = container_of(t, struct device, timer);
    d->fired++;
    printf("%s at %d\n", d->name, t->expires);
}

int main(void)
{
    struct device devices[] = { { "disk", { 30 } }, { "net", { 10 } }, { "tty", { 20 } } };
    struct timer *queue[3];
    int i, now;

    for (i = 0; i < 3; i++)
        queue[i] = &devices[i].timer;
    for (now = 0; now <= 40; now += 5)
        for (i = 0; i < 3; i++)
            if (queue[i]->expires == now)
                fire(queue[i]);
    fire(queue[1]);
    printf("%d %d %d\n", devices[0].fired, devices[1].fired, devices[2].fired);
    return devices[1].fired;
}
