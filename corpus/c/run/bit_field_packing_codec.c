/* A bit stream: fields of any width written to and read from a byte array. */
#include <stdio.h>

struct stream { unsigned char bytes[16]; unsigned at; };

static void put(struct stream *s, unsigned value, int width)
{
    while (width-- > 0) {
        if (value >> width & 1) s->bytes[s->at / 8] |= 0x80 >> s->at % 8;
        s->at++;
    }
}

static unsigned get(struct stream *s, int width)
{
    unsigned v = 0;
    while (width-- > 0) {
        v = v << 1 | (s->bytes[s->at / 8] >> (7 - s->at % 8) & 1);
        s->at++;
    }
    return v;
}

static int signed_value(unsigned v, int width) { return v >> (width - 1) ? (int)(v - (1u << width)) : (int)v; }

int main(void)
{
    static const int widths[] = { 3, 11, 1, 32, 7, 20 };
    static const unsigned values[] = { 5, 1234, 1, 0xdeadbeefu, 100, 0xfffff };
    struct stream s = { { 0 } };
    int i;

    for (i = 0; i < 6; i++) put(&s, values[i], widths[i]);
    printf("%u:", s.at);
    for (i = 0; i < 10; i++) printf(" %02x", s.bytes[i]);
    s.at = 0;
    printf("\n");
    for (i = 0; i < 5; i++) printf("%x ", get(&s, widths[i]));
    printf("%d\n", signed_value(get(&s, 20), 20));
    return (int)s.at;
}
