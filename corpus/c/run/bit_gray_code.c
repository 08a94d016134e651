/* Gray code and back, checked for one bit of difference between neighbours. */
#include <stdio.h>

static unsigned to_gray(unsigned n) { return n ^ n >> 1; }

static unsigned from_gray(unsigned g)
{
    unsigned n = 0;
    for (; g; g >>= 1)
        n ^= g;
    return n;
}

int main(void)
{
    unsigned i, before = 0;

    for (i = 0; i < 16; i++) {
        unsigned g = to_gray(i), changed = g ^ before;
        if (from_gray(g) != i || (i && changed & (changed - 1)))
            return 1;
        printf("%u%u%u%u ", g >> 3 & 1, g >> 2 & 1, g >> 1 & 1, g & 1);
        before = g;
    }
    printf("\n%u %u\n", to_gray(123456), from_gray(to_gray(123456)));
    return 0;
}
