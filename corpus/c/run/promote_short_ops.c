/* Short operands are promoted to int for every binary operator. */
#include <stdio.h>

int main(void)
{
    short s = 30000, t = -30000;
    unsigned short u = 60000;

    printf("%d %d %d\n", s + s, t - s, u + u);
    printf("%d %d\n", s * 2, u / 7);
    printf("%d %d %d\n", s & u, s | u, s ^ u);
    s = s + s;
    printf("%d\n", s);
    u += 10000;
    printf("%d\n", u);
    u = -1;
    printf("%d %d\n", u, u == (unsigned short)-1);
    printf("%d\n", ~u);
    printf("%d\n", -u);
    return u == 65535 ? 3 : 4;
}
