/* Unary plus, minus, complement and logical not promote their operand. */
#include <stdio.h>

int main(void)
{
    unsigned char b = 0x0f;
    signed char n = -128;
    unsigned short w = 0xff00;
    unsigned int u = 1;

    printf("%d %d %d\n", ~b, -b, +b);
    printf("%d %d\n", -n, ~n);
    printf("%d %d\n", ~w, (unsigned short)~w);
    printf("%u %u\n", -u, ~u);
    printf("%d %d %d\n", !b, !!w, !0);
    printf("%d\n", (unsigned char)~b >> 4);
    printf("%d\n", ~b >> 4);
    return 0;
}
