/* Macros with do/while(0), inside if/else without braces, and recursion of arguments. */
#include <stdio.h>

#define SWAP(type, a, b) do { type t_ = a; a = b; b = t_; } while (0)
#define CHECK(c) do { if (!(c)) { failures++; printf("failed: %s\n", #c); } } while (0)
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define REPEAT(n) for (int i_ = 0; i_ < (n); i_++)

static int failures;

int main(void)
{
    int x = 3, y = 8;
    double d = 1.5, e = 2.5;

    if (x < y)
        SWAP(int, x, y);
    else
        SWAP(double, d, e);
    CHECK(x == 8);
    CHECK(d > e);
    printf("%d %d %g\n", x, y, d);
    printf("%d\n", MIN(MIN(x, y), MIN(7, 2)));
    REPEAT(3) REPEAT(2) printf("%d", i_);
    printf("\n%d\n", failures);
    return failures;
}
