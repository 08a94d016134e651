/* Operands narrower than int are promoted before arithmetic, so sums of chars do not wrap. */
#include <stdio.h>

int main(void)
{
    signed char a = 100, b = 100;
    unsigned char c = 200, d = 100;
    signed char narrowed;

    printf("%d %d\n", a + b, c + d);
    printf("%d %d\n", a * b, c * d);
    narrowed = a + b;
    printf("%d\n", narrowed);
    c += d;
    printf("%d\n", c);
    c++;
    printf("%d\n", c);
    a = 127;
    a++;
    printf("%d\n", a);
    printf("%d %d\n", (int)sizeof(a + b), (int)sizeof(+c));
    return 0;
}
