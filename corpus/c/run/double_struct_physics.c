/* A bouncing ball as a struct of doubles, stepped by value. */
#include <stdio.h>

struct ball { double height, speed; int bounces; };

static struct ball step(struct ball b, double dt)
{
    b.speed -= 8.0 * dt;
    b.height += b.speed * dt;
    if (b.height < 0) {
        b.height = -b.height;
        b.speed = -b.speed * 0.5;
        b.bounces++;
    }
    return b;
}

int main(void)
{
    struct ball b = { 16, 0, 0 };

    for (int i = 1; i <= 64; i++) {
        b = step(b, 0.125);
        if (i % 8 == 0)
            printf("%.6f %.6f %d\n", b.height, b.speed, b.bounces);
    }
    return b.bounces;
}
