/* CRC-32 bit by bit and with a table. */
#include <stdio.h>

static unsigned table[256];

static void prepare(void)
{
    for (unsigned i = 0; i < 256; i++) {
        unsigned c = i;
        for (int k = 0; k < 8; k++) c = c & 1 ? 0xedb88320u ^ c >> 1 : c >> 1;
        table[i] = c;
    }
}

static unsigned by_table(const char *s)
{
    unsigned c = ~0u;
    for (; *s; s++) c = table[(c ^ (unsigned char)*s) & 255] ^ c >> 8;
    return ~c;
}

static unsigned by_bits(const char *s)
{
    unsigned c = 0xffffffffu;
    while (*s) {
        c ^= (unsigned char)*s++;
        for (int k = 0; k < 8; k++) c = (c >> 1) ^ (0xedb88320u & -(c & 1));
    }
    return c ^ 0xffffffffu;
}

int main(void)
{
    static const char *const samples[] = { "", "a", "123456789", "The quick brown fox", "\xff\x80" };

    prepare();
    for (int i = 0; i < 5; i++) {
        if (by_table(samples[i]) != by_bits(samples[i])) return 1;
        printf("%08x\n", by_table(samples[i]));
    }
    return 0;
}
