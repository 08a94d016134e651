/* Reversing bits and bytes of words. */
#include <stdio.h>

static unsigned reverse_bits(unsigned v)
{
    v = v >> 1 & 0x55555555u | (v & 0x55555555u) << 1;
    v = v >> 2 & 0x33333333u | (v & 0x33333333u) << 2;
    v = v >> 4 & 0x0f0f0f0fu | (v & 0x0f0f0f0fu) << 4;
    v = v >> 8 & 0x00ff00ffu | (v & 0x00ff00ffu) << 8;
    return v >> 16 | v << 16;
}

static unsigned swap_bytes(unsigned v)
{
    return v >> 24 | (v >> 8 & 0xff00) | (v << 8 & 0xff0000) | v << 24;
}

static unsigned char reverse_byte(unsigned char b)
{
    unsigned char r = 0;
    for (int i = 0; i < 8; i++, b >>= 1)
        r = r << 1 | (b & 1);
    return r;
}

int main(void)
{
    static const unsigned words[] = { 1, 0x80000000u, 0x12345678u, 0xf0f0a5a5u, 0 };

    for (int i = 0; i < 5; i++) {
        if (reverse_bits(reverse_bits(words[i])) != words[i]) return 1;
        printf("%08x %08x\n", reverse_bits(words[i]), swap_bytes(words[i]));
    }
    for (int b = 0; b < 256; b += 37)
        printf("%02x ", reverse_byte(b));
    printf("\n");
    return 0;
}
