/* Structs passed and returned by value are copies. */
#include <stdio.h>

struct point { int x, y; };

static struct point moved(struct point p, int dx, int dy)
{
    p.x += dx;
    p.y += dy;
    return p;
}

static struct point flipped(struct point p) { struct point q = { p.y, p.x }; return q; }

int main(void)
{
    struct point a = { 1, 2 };
    struct point b = moved(a, 10, 20);
    struct point c;

    c = flipped(moved(b, -1, -1));
    printf("%d %d\n%d %d\n%d %d\n", a.x, a.y, b.x, b.y, c.x, c.y);
    printf("%d\n", moved(a, 5, 5).y);
    a = b = c;
    printf("%d %d %d\n", a.x, b.y, a.x == c.x);
    return flipped(a).x;
}
