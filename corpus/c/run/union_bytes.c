/* The bytes of integers and floats through a union (little-endian). */
#include <stdio.h>

union view { unsigned word; unsigned short half[2]; unsigned char byte[4]; float real; };

int main(void)
{
    union view v;
    int i;

    v.word = 0x12345678u;
    for (i = 0; i < 4; i++)
        printf("%02x ", v.byte[i]);
    printf("%04x %04x\n", v.half[0], v.half[1]);
    v.byte[3] = 0xff;
    v.half[0] ^= 0x0f0f;
    printf("%08x\n", v.word);
    v.real = 1.0f;
    printf("%08x\n", v.word);
    v.word = 0xc0490000u;
    printf("%g\n", v.real);
    v.word = 0x7f7fffffu;
    printf("%d\n", v.real > 1e38f);
    printf("%d\n", (int)sizeof v);
    return v.byte[0];
}
