/* Base32 (RFC 4648) with padding. */
#include <stdio.h>

static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

int main(void)
{
    unsigned bits = 0, have = 0, written = 0;
    int c;

    while ((c = getchar()) != EOF) {
        bits = (bits << 8 | (unsigned)c) & 0xfff;
        for (have += 8; have >= 5; have -= 5) {
            putchar(alphabet[bits >> (have - 5) & 31]);
            written = (written + 1) & 7;
        }
    }
    if (have > 0) {
        putchar(alphabet[bits << (5 - have) & 31]);
        written = (written + 1) & 7;
    }
    for (; written & 7; written++)
        putchar('=');
    return 0;
}
