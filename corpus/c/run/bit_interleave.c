/* Morton codes: interleaving and separating the bits of two coordinates. */
#include <stdio.h>

static unsigned spread(unsigned v)
{
    v &= 0xffff;
    v = (v | v << 8) & 0x00ff00ffu;
    v = (v | v << 4) & 0x0f0f0f0fu;
    v = (v | v << 2) & 0x33333333u;
    v = (v | v << 1) & 0x55555555u;
    return v;
}

static unsigned squeeze(unsigned v)
{
    v &= 0x55555555u;
    v = (v | v >> 1) & 0x33333333u;
    v = (v | v >> 2) & 0x0f0f0f0fu;
    v = (v | v >> 4) & 0x00ff00ffu;
    v = (v | v >> 8) & 0xffff;
    return v;
}

int main(void)
{
    unsigned x, y;

    for (y = 0; y < 4; y++) {
        for (x = 0; x < 4; x++)
            printf("%3u", spread(x) | spread(y) << 1);
        printf("\n");
    }
    x = spread(51966) | spread(47806) << 1;
    printf("%u %u %u\n", x, squeeze(x), squeeze(x >> 1));
    return squeeze(x) == 51966 ? 0 : 1;
}
