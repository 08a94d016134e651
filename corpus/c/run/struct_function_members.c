/* A struct of function pointers as an interface with two implementations. */
#include <stdio.h>

struct shape;
struct shape_ops { int (*area)(const struct shape *); const char *name; };
struct shape { const struct shape_ops *ops; int a, b; };

static int rectangle_area(const struct shape *s) { return s->a * s->b; }
static int triangle_area(const struct shape *s) { return s->a * s->b / 2; }

static const struct shape_ops rectangle = { rectangle_area, "rectangle" };
static const struct shape_ops triangle = { .name = "triangle", .area = &triangle_area };

int main(void)
{
    struct shape shapes[] = { { &rectangle, 3, 4 }, { &triangle, 5, 6 }, { &rectangle, 7, 1 } };
    int total = 0;

    for (int i = 0; i < 3; i++) {
        int area = shapes[i].ops->area(&shapes[i]);
        printf("%s %d\n", shapes[i].ops->name, area);
        total += (*shapes[i].ops->area)(shapes + i);
    }
    shapes[0].ops = &triangle;
    printf("%d %d\n", total, shapes[0].ops->area(shapes));
    return total;
}
