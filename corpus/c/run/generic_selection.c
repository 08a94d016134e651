/* _Generic selects by the type of its operand; _Static_assert holds. */
#include <stdio.h>

#define KIND(x) _Generic((x), int: "int", unsigned: "unsigned", double: "double", float: "float", \
    char *: "text", const char *: "const text", default: "other")
#define ABS(x) _Generic((x), int: abs_int, double: abs_double)(x)

_Static_assert(sizeof(int) == 4, "int has four bytes");

static int abs_int(int v) { return v < 0 ? -v : v; }
static double abs_double(double v) { return v < 0 ? -v : v; }

int main(void)
{
    unsigned char c = 1;
    const char *t = "t";
    short s = 2;

    printf("%s %s %s %s\n", KIND(1), KIND(1u), KIND(1.0), KIND(1.0f));
    printf("%s %s %s\n", KIND(t), KIND(c), KIND(c + c));
    printf("%s %s\n", KIND(s), KIND(+s));
    printf("%s\n", KIND(1 ? 1 : 1u));
    printf("%d %g\n", ABS(-4), ABS(-2.5));
    return 0;
}
