/* Base64 (RFC 4648) with padding. */
#include <stdio.h>

static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

int main(void)
{
    unsigned bits = 0;
    int have = 0;
    int c;

    while ((c = getchar()) != EOF) {
        bits = (bits << 8 | (unsigned)c) & 0xffff;
        have += 8;
        while (have >= 6) {
            have -= 6;
            putchar(alphabet[bits >> have & 63]);
        }
    }
    if (have == 2) {
        putchar(alphabet[bits << 4 & 63]);
        fputs("==", stdout);
    } else if (have == 4) {
        putchar(alphabet[bits << 2 & 63]);
        putchar('=');
    }
    return 0;
}
