/* Bit-fields in conditions, switches, shifts and through arrays of structs. */
#include <stdio.h>

enum mode { OFF, SLOW, FAST };
struct cell { enum mode mode : 2; unsigned level : 4; signed trim : 4; _Bool locked : 1; };

static int power(const struct cell *c)
{
    switch (c->mode) {
    case OFF: return 0;
    case SLOW: return c->level + c->trim;
    case FAST: return 2 * (c->level + c->trim);
    }
    return -1;
}

int main(void)
{
    struct cell cells[4] = { { SLOW, 5, -3 }, { FAST, 15, 7, 1 }, { OFF, 9 }, { .mode = SLOW, .trim = -8 } };
    int total = 0;

    for (int i = 0; i < 4; i++) {
        struct cell *c = &cells[i];
        total += power(c);
        if (!c->locked && c->level >= 5) c->mode++;
        c->level += 3;
        c->trim = -c->trim;
        printf("%d %d %d %d %d\n", c->mode, c->level, c->trim, c->locked, power(c));
    }
    printf("%d %d\n", total, cells[0].level << cells[0].mode);
    printf("%d\n", cells[1].level - 3 < 0);
    return total;
}
