/* The result of a shift has the promoted type of the left operand only. */
#include <stdio.h>

int main(void)
{
    unsigned char c = 1;
    int i = -8;
    long long amount = 2;
    unsigned ua = 1;

    printf("%d\n", (int)sizeof(c << amount));
    printf("%d\n", (int)sizeof(1LL << c));
    printf("%d\n", i >> ua);
    printf("%d\n", (i >> ua) < 0);
    printf("%d\n", i >> amount);
    printf("%lld\n", 1LL << 40);
    printf("%u\n", 1u << 31);
    printf("%d\n", (1u << 31) > 0);
    printf("%d\n", (c << 7) > 0);
    return 0;
}
