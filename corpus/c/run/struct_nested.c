/* Structs inside structs, copied as a whole and in part. */
#include <stdio.h>

struct vec { int x, y; };
struct box { struct vec low, high; };
struct scene { struct box boxes[2]; struct { int count; char mark; } info; };

static int area(struct box b) { return (b.high.x - b.low.x) * (b.high.y - b.low.y); }

static struct box merge(struct box a, struct box b)
{
    if (b.low.x < a.low.x) a.low.x = b.low.x;
    if (b.low.y < a.low.y) a.low.y = b.low.y;
    if (b.high.x > a.high.x) a.high.x = b.high.x;
    if (b.high.y > a.high.y) a.high.y = b.high.y;
    return a;
}

int main(void)
{
    struct scene s = { { { { 0, 0 }, { 2, 3 } }, { { -1, 1 }, { 1, 5 } } }, { 2, 'm' } };
    struct scene t = s;
    struct box all = merge(s.boxes[0], s.boxes[1]);

    printf("%d %d %d\n", area(s.boxes[0]), area(s.boxes[1]), area(all));
    t.boxes[0] = t.boxes[1];
    t.boxes[1].high = (struct vec){ 9, 9 };
    t.info.count++;
    printf("%d %d\n", area(t.boxes[0]), area(t.boxes[1]));
    printf("%d %d\n", area(s.boxes[0]), s.info.count);
    printf("%d %c\n", t.info.count, t.info.mark);
    return area(all);
}
