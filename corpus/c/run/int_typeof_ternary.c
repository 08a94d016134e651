/* The conditional operator converts both arms to a common type. */
#include <stdio.h>

int main(void)
{
    int yes = 1;
    int minus = -1;
    unsigned u = 1;
    long long wide = 5;
    unsigned char c = 200;
    signed char s = -3;

    printf("%d\n", (yes ? minus : u) > 0);
    printf("%lld\n", yes ? minus : wide);
    printf("%d\n", yes ? s : c);
    printf("%d\n", (int)sizeof(yes ? s : c));
    printf("%g\n", yes ? minus : 2.5);
    printf("%u\n", !yes ? u : minus);
    printf("%s\n", yes ? "text" : 0);
    printf("%d\n", yes ? yes ? 1 : 2 : 3);
    return 0;
}
