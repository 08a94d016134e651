/* The conditional operator without its middle operand evaluates its condition once (GNU). */
#include <stdio.h>

static int calls;
static int next(int v) { calls++; return v; }

static const char *name(const char *given) { return given ?: "nobody"; }

int main(void)
{
    int x = 0, y = 7;

    printf("%d %d\n", x ?: y, y ?: x);
    x = next(5) ?: next(6);
    printf("%d %d\n", x, calls);
    x = next(0) ?: next(0) ?: next(9);
    printf("%d %d\n", x, calls);
    printf("%s %s\n", name(0), name("somebody"));
    printf("%g\n", 0.0 ?: 2.5);
    return calls;
}
