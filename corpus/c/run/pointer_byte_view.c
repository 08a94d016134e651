/* Objects read and written byte by byte through unsigned char pointers. */
#include <stdio.h>

static void store_be(unsigned char *p, unsigned v)
{
    p[0] = v >> 24; p[1] = v >> 16; p[2] = v >> 8; p[3] = v;
}

static unsigned load_be(const unsigned char *p)
{
    return (unsigned)p[0] << 24 | p[1] << 16 | p[2] << 8 | p[3];
}

static unsigned load_le(const unsigned char *p)
{
    return p[0] | p[1] << 8 | p[2] << 16 | (unsigned)p[3] << 24;
}

int main(void)
{
    unsigned char buffer[8];
    int n = -2, copy = 0;
    unsigned char *from = (unsigned char *)&n, *to = (unsigned char *)&copy;

    store_be(buffer, 0x80c0ffeeu);
    store_be(buffer + 4, 258);
    printf("%x %u %x\n", load_be(buffer), load_be(buffer + 4), load_le(buffer));
    for (unsigned i = 0; i < sizeof n; i++)
        to[i] = from[i];
    printf("%d %02x %02x\n", copy, from[0], from[3]);
    to[1] = 0;
    printf("%d\n", copy);
    return buffer[7];
}
