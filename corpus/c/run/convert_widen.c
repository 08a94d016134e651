/* Widening extends the sign of signed types and zeros of unsigned ones. */
#include <stdio.h>

int main(void)
{
    signed char sc = -5;
    unsigned char uc = 251;
    short s = -300;
    unsigned short us = 65236;
    int i = -70000;
    unsigned u = 4294897296u;

    printf("%d %d\n", sc, uc);
    printf("%u %u\n", (unsigned)sc, (unsigned)uc);
    printf("%lld %lld\n", (long long)sc, (long long)uc);
    printf("%llu %llu\n", (unsigned long long)sc, (unsigned long long)uc);
    printf("%d %d %u\n", s, us, (unsigned)s);
    printf("%lld %lld\n", (long long)s, (long long)us);
    printf("%lld %lld\n", (long long)i, (long long)u);
    printf("%llx %llx\n", (unsigned long long)i, (unsigned long long)u);
    printf("%d %d\n", (short)us, (unsigned short)s);
    return 0;
}
