/* Enumeration constants with explicit, repeated and negative values. */
#include <stdio.h>

enum level { LOW = -2, MID, ZERO, HIGH = 10, HIGHER, SAME = 10, LAST = HIGHER + LOW };
enum { BUFFER = 1 << 4, MASK = BUFFER - 1 };
typedef enum { RED, GREEN, BLUE, COLORS } color;

static const char *const names[COLORS] = { [RED] = "red", [BLUE] = "blue", [GREEN] = "green" };

static color next(color c) { return (c + 1) % COLORS; }

int main(void)
{
    char buffer[BUFFER];
    enum level l;
    color c = BLUE;

    printf("%d %d %d %d %d %d %d\n", LOW, MID, ZERO, HIGH, HIGHER, SAME, LAST);
    printf("%d %d\n", (int)sizeof buffer, 0x1234 & MASK);
    for (int i = 0; i < 4; i++, c = next(c))
        printf("%s ", names[c]);
    printf("\n");
    l = LOW;
    l++;
    printf("%d %d\n", l == MID, l < 0);
    printf("%d\n", (int)sizeof(enum level));
    return HIGH;
}
