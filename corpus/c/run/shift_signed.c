/* Right shifts of negative numbers are arithmetic; left shifts stay in range. */
#include <stdio.h>

int main(void)
{
    int i, v = -1000;
    long long w = -123456789012345LL;

    for (i = 0; i < 12; i++)
        printf("%d ", v >> i);
    printf("\n%d %d\n", v >> 31, 1000 >> 31);
    for (i = 0; i < 64; i += 9)
        printf("%lld ", w >> i);
    printf("\n");
    for (i = 0; i < 31; i += 6)
        printf("%d ", 1 << i);
    printf("\n%d %d\n", 5 << 3, 0x3fffffff << 1);
    printf("%d\n", (signed char)-64 >> 3);
    printf("%d\n", (short)-1 >> 15);
    return 0;
}
