/* Unsigned arithmetic wraps at 32 and at 64 bits. */
#include <stdio.h>

int main(void)
{
    unsigned u = 4294967295u;
    unsigned long long w = 18446744073709551615ull;

    printf("%u %u\n", u + 1, u * u);
    printf("%u %u\n", 0u - 1, 3u - 5u);
    printf("%llu %llu\n", w + 1, w * w);
    printf("%llu\n", 0ull - 2);
    u = 2654435761u;
    for (int i = 0; i < 5; i++) {
        u = u * 2654435761u + 1;
        printf("%u\n", u);
    }
    w = 6364136223846793005ull;
    for (int i = 0; i < 5; i++) {
        w = w * 6364136223846793005ull + 1442695040888963407ull;
        printf("%llu\n", w);
    }
    return 0;
}
