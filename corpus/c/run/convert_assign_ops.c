/* Compound assignment computes in the common type and converts back. */
#include <stdio.h>

int main(void)
{
    unsigned char c = 250;
    signed char s = -100;
    short h = 1000;
    int i = -7;
    unsigned u = 5;

    c += 10; printf("%d\n", c);
    c *= 100; printf("%d\n", c);
    c <<= 3; printf("%d\n", c);
    s -= 100; printf("%d\n", s);
    h *= 100; printf("%d\n", h);
    h >>= 2; printf("%d\n", h);
    i /= 2; printf("%d\n", i);
    i /= (int)u; printf("%d\n", i);
    u -= 6; printf("%u\n", u);
    u %= 10; printf("%u\n", u);
    i = -7;
    i += u * 2u; printf("%d\n", i);
    c = 7;
    c /= 2.0; printf("%d\n", c);
    i = 10;
    i *= 1.25; printf("%d\n", i);
    return 0;
}
