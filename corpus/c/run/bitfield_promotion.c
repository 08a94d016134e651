/* Bit-fields narrower than int promote to int, also behind commas, assignments and updates. */
#include <stdio.h>

struct fields {
    unsigned f : 24;
    unsigned w : 32;
    signed n : 5;
};

static int below_zero(long long value)
{
    return value < 0;
}

int main(void)
{
    struct fields s = {5, 5, -3};
    int zero = 0;

    printf("%d %d %d\n", s.f - 6 < 0, (zero, s.f) - 6 < 0, (zero, (zero, s.f)) - 6 < 0);
    printf("%d %d", s.w - 6 < 0, (zero, s.w) - 6 < 0);
    printf(" %d\n", (s.w = 5) - 6 < 0);
    printf("%d\n", (s.f = 5) - 6 < 0);
    printf("%d\n", (zero, (s.f = 5)) - 6 < 0);
    printf("%d\n", s.f++ - 7 < 0);
    printf("%d\n", ++s.f - 10 < 0);
    printf("%d\n", (s.f += 1) - 100 < 0);
    printf("%d\n", (zero, s.f--) - 100 < 0);
    printf("%d %d\n", (zero ? s.f : s.f) - 100 < 0, (zero ? s.w : s.w) - 100 < 0);
    printf("%d %d\n", below_zero((zero, s.f) | -1), below_zero((zero, s.w) | -1));
    printf("%d %d\n", (zero, s.n) < s.f, (zero, s.n) < s.w);
    printf("%d\n", (s.f = s.w + 0x1fffffa) - 0x1000000);
    return (int)((zero, s.f) >> 20);
}
