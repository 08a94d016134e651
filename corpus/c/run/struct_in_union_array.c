/* Arrays of unions of structs; copies between members through a common first part. */
#include <stdio.h>

struct circle { int kind, radius; };
struct box { int kind, width, height; };
union shape { int kind; struct circle circle; struct box box; };

static int extent(const union shape *s)
{
    return s->kind == 1 ? 2 * s->circle.radius : s->box.width > s->box.height ? s->box.width : s->box.height;
}

static union shape scaled(union shape s, int by)
{
    if (s.kind == 1) s.circle.radius *= by;
    else { s.box.width *= by; s.box.height *= by; }
    return s;
}

int main(void)
{
    union shape all[3] = { { .circle = { 1, 5 } }, { .box = { 2, 3, 4 } }, { .kind = 1 } }, copy[3];

    for (int i = 0; i < 3; i++) {
        copy[i] = scaled(all[i], i + 2);
        printf("%d %d\n", extent(&all[i]), extent(copy + i));
    }
    all[2].box = copy[1].box;
    all[0] = all[2];
    printf("%d %d %d\n", all[0].kind, all[0].box.height, (int)sizeof all);
    return extent(&all[0]);
}
