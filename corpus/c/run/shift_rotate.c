/* Rotations built from two shifts, at 8, 16, 32 and 64 bits. */
#include <stdio.h>

static unsigned rol32(unsigned v, unsigned n) { n &= 31; return n ? v << n | v >> (32 - n) : v; }
static unsigned ror32(unsigned v, unsigned n) { return rol32(v, 32 - (n & 31)); }
static unsigned char rol8(unsigned char v, int n) { return v << n | v >> (8 - n); }
static unsigned short rol16(unsigned short v, int n) { return v << n | v >> (16 - n); }
static unsigned long long rol64(unsigned long long v, int n) { return v << n | v >> (64 - n); }

int main(void)
{
    int n;

    for (n = 0; n <= 32; n += 4)
        printf("%08x %08x\n", rol32(0x80000001u, n), ror32(0x12345678u, n));
    for (n = 1; n < 8; n++)
        printf("%02x ", rol8(0xa1, n));
    printf("\n");
    for (n = 1; n < 16; n += 3)
        printf("%04x ", rol16(0xbeef, n));
    printf("\n");
    for (n = 1; n < 64; n += 20)
        printf("%016llx\n", rol64(0x0123456789abcdefull, n));
    return 0;
}
