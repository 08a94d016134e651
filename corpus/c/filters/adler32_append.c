/* Copies its input and appends its Adler-32 checksum (RFC 1950), the high byte first. */
#include <stdint.h>
#include <stdio.h>

#define BASE 65521u

int main(void)
{
    uint32_t a = 1, b = 0;
    int c;

    while ((c = getchar()) != EOF) {
        putchar(c);
        a = (a + (uint32_t)c) % BASE;
        b = (b + a) % BASE;
    }
    for (int shift = 8; shift >= 0; shift -= 8)
        putchar((int)(b >> shift & 0xff));
    for (int shift = 8; shift >= 0; shift -= 8)
        putchar((int)(a >> shift & 0xff));
    return 0;
}
