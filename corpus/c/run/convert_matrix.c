/* Every pair of integer types: an extreme value of the first converted to the second. */
#include <stdio.h>

#define TO(v) (long long)(signed char)(v), (long long)(unsigned char)(v), (long long)(short)(v), \
    (long long)(unsigned short)(v), (long long)(int)(v), (long long)(unsigned)(v), (long long)(v)
#define ROW(type, value) do { type v = (value); \
    printf("%lld %lld %lld %lld %lld %lld %lld\n", TO(v)); } while (0)

int main(void)
{
    ROW(signed char, -128);
    ROW(signed char, 127);
    ROW(unsigned char, 255);
    ROW(short, -32768);
    ROW(short, 0x7f80);
    ROW(unsigned short, 65535);
    ROW(unsigned short, 0x8080);
    ROW(int, -2147483647 - 1);
    ROW(int, 0x7fff8000);
    ROW(unsigned, 4294967295u);
    ROW(unsigned, 0x80008080u);
    ROW(long long, -9223372036854775807LL - 1);
    ROW(long long, 0x7fffffff80008080LL);
    ROW(unsigned long long, 18446744073709551615ull);
    ROW(unsigned long long, 0x8000000080000000ull);
    return 0;
}
