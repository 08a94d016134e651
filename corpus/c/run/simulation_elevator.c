/* An elevator serving requests kept in a bit mask, going up before down. */
#include <stdio.h>

struct lift { int floor, direction; unsigned requests; int moved, stops; };

static int wanted(const struct lift *l, int direction)
{
    unsigned above = ~0u << l->floor << 1, below = (1u << l->floor) - 1;
    return (l->requests & (direction > 0 ? above : below)) != 0;
}

static void step(struct lift *l)
{
    if (l->requests >> l->floor & 1) {
        l->requests &= ~(1u << l->floor);
        l->stops++;
        printf("[%d] ", l->floor);
        return;
    }
    if (!wanted(l, l->direction)) {
        if (!wanted(l, -l->direction)) return;
        l->direction = -l->direction;
    }
    l->floor += l->direction;
    l->moved++;
}

int main(void)
{
    struct lift l = { 3, 1, 0x85, 0, 0 };

    for (int t = 0; t < 30; t++) {
        if (t == 4) l.requests |= 1 << 5;
        if (t == 9) l.requests |= 1u << 9 | 1 << 1;
        step(&l);
    }
    printf("\n%d %d %d %u\n", l.floor, l.moved, l.stops, l.requests);
    return l.moved;
}
