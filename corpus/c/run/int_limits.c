/* Extreme values of the integer types from limits.h, and arithmetic right at them. */
#include <limits.h>
#include <stdio.h>

int main(void)
{
    int lo = INT_MIN, hi = INT_MAX;

    printf("%d %d %u\n", INT_MIN, INT_MAX, UINT_MAX);
    printf("%d %d %d\n", SCHAR_MIN, SCHAR_MAX, UCHAR_MAX);
    printf("%d %d %d\n", SHRT_MIN, SHRT_MAX, USHRT_MAX);
    printf("%lld %lld %llu\n", LLONG_MIN, LLONG_MAX, ULLONG_MAX);
    printf("%d %d %d\n", lo + hi, -(lo + 1) == hi, CHAR_BIT);
    printf("%d %d\n", lo / 2, lo % 10);
    printf("%d %d\n", hi / -1, lo / 1);
    printf("%d\n", (int)((unsigned)hi + 1) == lo);
    printf("%u\n", 0u - (unsigned)lo);
    return 0;
}
