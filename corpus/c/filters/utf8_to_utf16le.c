/* Turns UTF-8 into UTF-16, the low byte first. What is not UTF-8 becomes U+FFFD, also a character that the end cuts. */
#include <stdint.h>
#include <stdio.h>

static void put_unit(uint32_t unit)
{
    putchar((int)(unit & 0xff));
    putchar((int)(unit >> 8));
}

static void put_code_point(uint32_t value)
{
    if (value < 0x10000) {
        put_unit(value);
    } else {
        value -= 0x10000;
        put_unit(0xd800 | value >> 10);
        put_unit(0xdc00 | (value & 0x3ff));
    }
}

/* How many bytes follow a first byte; -1 if it cannot be one. */
static int following(int c)
{
    if (c < 0x80) return 0;
    if (c < 0xc2) return -1;
    if (c < 0xe0) return 1;
    if (c < 0xf0) return 2;
    return c < 0xf5 ? 3 : -1;
}

static int fits(int first, int position, int c)
{
    if ((c & 0xc0) != 0x80)
        return 0;
    if (position > 1)
        return 1;
    switch (first) {
    case 0xe0: return c >= 0xa0;
    case 0xed: return c < 0xa0;
    case 0xf0: return c >= 0x90;
    case 0xf4: return c < 0x90;
    default: return 1;
    }
}

int main(void)
{
    int c = getchar();

    while (c != EOF) {
        int first = c;
        int length = following(first);
        uint32_t value;
        int i;

        c = getchar();
        if (length < 0) {
            put_unit(0xfffd);
            continue;
        }
        value = (uint32_t)first & (0x7f >> (length + (length > 0)));
        for (i = 1; i <= length && c != EOF && fits(first, i, c); i++) {
            value = value << 6 | (c & 0x3f);
            c = getchar();
        }
        put_code_point(i > length ? value : 0xfffd);
    }
    return 0;
}
