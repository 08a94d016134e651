/* A traffic light with timers and a pedestrian button, as switch on the state. */
#include <stdio.h>

enum light { RED, RED_AMBER, GREEN, AMBER };
struct crossing { enum light light; int timer; unsigned button : 1, walking : 1; int cycles; };

static void tick(struct crossing *c)
{
    if (--c->timer > 0) return;
    switch (c->light) {
    case RED:
        if (c->button) { c->button = 0; c->walking = 1; c->timer = 3; break; }
        c->walking = 0;
        c->light = RED_AMBER; c->timer = 1;
        break;
    case RED_AMBER: c->light = GREEN; c->timer = 4; break;
    case GREEN: c->light = AMBER; c->timer = c->button ? 1 : 2; break;
    case AMBER: c->light = RED; c->timer = 2; c->cycles++; break;
    }
}

int main(void)
{
    struct crossing c = { RED, 2 };
    static const char *names[] = { "R", "RA", "G", "A" };

    for (int t = 0; t < 40; t++) {
        if (t == 6 || t == 21) c.button = 1;
        tick(&c);
        printf("%s%s ", names[c.light], c.walking ? "!" : "");
    }
    printf("\n%d\n", c.cycles);
    return c.cycles;
}
