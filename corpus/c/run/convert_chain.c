/* A value passed through a chain of casts of mixed width and sign. */
#include <stdio.h>

int main(void)
{
    long long start = 0x1ff80ff7f80LL;
    int step;

    for (step = 0; step < 6; step++) {
        long long a = (long long)(signed char)start;
        long long b = (long long)(unsigned)(signed char)start;
        long long c = (long long)(int)(unsigned short)start;
        long long d = (long long)(short)(unsigned short)start;
        long long e = (unsigned char)(short)(start >> 4);
        printf("%lld %lld %lld %lld %lld\n", a, b, c, d, e);
        start = (start >> 3) ^ (start << 1 & 0xffff);
    }
    return (int)(start & 0x7f);
}
