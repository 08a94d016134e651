/* Removes what is not safe in the value of a CSS property: letters, digits, blank and _ . , ! # % - stay. */
#include <stdint.h>
#include <stdio.h>

/* One bit for each byte, the lowest bit of the first word for 0. */
static const uint32_t safe[8] = {
    0x00000000, /* control characters */
    0x03ff702b, /* blank ! # % , - . 0-9 */
    0x87fffffe, /* A-Z _ */
    0x07fffffe, /* a-z */
    0, 0, 0, 0,
};

int main(void)
{
    int c;

    while ((c = getchar()) != EOF)
        if (safe[c >> 5] >> (c & 31) & 1)
            putchar(c);
    return 0;
}
