/* Logical right shifts and wrapping left shifts of unsigned numbers. */
#include <stdio.h>

int main(void)
{
    unsigned u = 0xdeadbeefu;
    unsigned long long w = 0xfedcba9876543210ull;
    unsigned char c = 0xf0;
    unsigned short h = 0x8001;
    int i;

    for (i = 0; i < 32; i += 5)
        printf("%08x %08x\n", u >> i, u << i);
    for (i = 0; i < 64; i += 13)
        printf("%016llx %016llx\n", w >> i, w << i);
    printf("%x %x\n", c << 4, (unsigned char)(c << 4));
    printf("%x %x\n", h << 1, (unsigned short)(h << 1));
    printf("%x %x\n", c >> 4, h >> 15);
    return 0;
}
