/* _Bool holds zero or one, whatever is stored into it. */
#include <stdbool.h>
#include <stdio.h>

struct flags { _Bool a; bool b : 1; };

static bool is_even(int n) { return !(n & 1); }

int main(void)
{
    _Bool b = 42;
    bool c = 0.5, d = 256, e = (unsigned char)256;
    int x;
    bool p = &x;
    struct flags f = { 7, 8 };

    printf("%d %d %d %d %d\n", b, c, d, e, p);
    printf("%d %d\n", f.a, f.b);
    b += 5;
    printf("%d\n", b);
    b--;
    printf("%d\n", b);
    b = !b;
    printf("%d %d\n", b, (int)sizeof(b));
    printf("%d %d\n", is_even(4), is_even(7));
    printf("%d %d\n", true + true, b << 3);
    return b | c << 1 | d << 2;
}
