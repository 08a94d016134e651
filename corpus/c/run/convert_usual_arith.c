/* The usual arithmetic conversions between int, unsigned, long long and unsigned long long. */
#include <stdio.h>

int main(void)
{
    int i = -1;
    unsigned u = 1;
    long long ll = -1;
    unsigned long long ull = 1;
    short s = -1;
    unsigned char c = 255;

    printf("%d %d %d\n", i < u, i > u, i + u == 0);
    printf("%d %d\n", ll < u, ll + u == 0);
    printf("%d %d\n", ll < ull, i < ull);
    printf("%d %d\n", s < u, s < c);
    printf("%u\n", i + u + i);
    printf("%lld\n", ll + u);
    printf("%llu\n", i * ull);
    printf("%llu\n", ull - 2);
    printf("%lld\n", (long long)u - 2);
    printf("%d\n", c == s + 256);
    return 0;
}
