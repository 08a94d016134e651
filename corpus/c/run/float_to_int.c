/* Conversion of floating numbers to integers truncates toward zero. */
#include <stdio.h>

int main(void)
{
    static const double v[] = { 0.9, -0.9, 1.5, -1.5, 2.999999, -127.99, 255.5, 65535.9 };
    int i;

    for (i = 0; i < 8; i++)
        printf("%d %lld\n", (int)v[i], (long long)v[i]);
    printf("%u\n", (unsigned)4294967295.0);
    printf("%lld\n", (long long)-9007199254740993.0);
    printf("%llu\n", (unsigned long long)9223372036854775808.0);
    printf("%d %d\n", (signed char)-128.5f, (unsigned char)255.9f);
    printf("%d\n", (short)(float)12345.678f);
    i = 7.99;
    i += 0.5;
    printf("%d\n", i);
    return (int)3.99;
}
