/* Division and remainder at 64 bits, signed and unsigned, and mixed with int. */
#include <stdio.h>

int main(void)
{
    long long a = -1000000000007LL;
    unsigned long long u = 18446744073709551557ull;
    int d = 97;
    unsigned ud = 97;

    printf("%lld %lld\n", a / d, a % d);
    printf("%lld %lld\n", a / ud, a % ud);
    printf("%llu %llu\n", u / d, u % d);
    printf("%llu %llu\n", u / 4294967291ull, u % 4294967291ull);
    printf("%lld %lld\n", a / 1000000LL, a % 1000000LL);
    printf("%llu\n", (unsigned long long)a / 10);
    printf("%u %u\n", -7 / 2u, -7 % 2u);
    printf("%d %d\n", (short)-7 / (unsigned char)2, (short)-7 % (unsigned char)2);
    return (int)(u % 251);
}
