/* Designated initialisers of structs and arrays, nested and out of order. */
#include <stdio.h>

struct color { unsigned char r, g, b; };
struct style { struct color fore, back; int width; const char *name; };

static struct style styles[] = {
    [2] = { .name = "third", .fore = { 1, 2, 3 } },
    [0] = { .width = 4, .back.g = 9, .name = "first" },
    { .name = "second", .fore.b = 200, .fore.r = 100 },
};

int main(void)
{
    int days[12] = { [1] = 28, [3] = 30, [5] = 30, [8] = 30, [10] = 30 };
    int ranges[10] = { [0 ... 3] = 7, [6 ... 8] = 1, 2 };
    int i, sum = 0;

    for (i = 0; i < 3; i++)
        if (i != 2 || styles[i].name)
            printf("%s %d %d %d %d %d\n", styles[i].name, styles[i].width, styles[i].fore.r,
                   styles[i].fore.b, styles[i].back.g, styles[i].back.r);
    for (i = 0; i < 12; i++)
        sum += days[i] ? days[i] : 31;
    printf("%d %d\n", sum, (int)(sizeof styles / sizeof styles[0]));
    for (i = 0; i < 10; i++)
        printf("%d ", ranges[i]);
    printf("\n");
    return 0;
}
