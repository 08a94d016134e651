/* A register seen as one word and as bit-fields through a union. */
#include <stdio.h>

union control {
    unsigned word;
    struct {
        unsigned enable : 1;
        unsigned mode : 3;
        unsigned speed : 8;
        unsigned reserved : 12;
        unsigned id : 8;
    } bits;
};

int main(void)
{
    union control c;

    c.word = 0;
    c.bits.enable = 1;
    printf("%08x\n", c.word);
    c.bits.mode = 5;
    c.bits.speed = 200;
    c.bits.id = 0x5a;
    printf("%08x\n", c.word);
    c.word ^= 0xff000ff0u;
    printf("%u %u %u %u %u\n", c.bits.enable, c.bits.mode, c.bits.speed, c.bits.reserved,
           c.bits.id);
    c.bits.reserved = ~0;
    printf("%08x\n", c.word);
    return c.bits.mode;
}
