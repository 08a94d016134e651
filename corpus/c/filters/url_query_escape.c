/* Escapes text for the query of an address: a blank becomes +, what is neither a letter, a digit nor one of
 * . - _ * / ~ ! ( ) : becomes %XX. */
#include <stdio.h>

static const unsigned char keep[256] = {
    ['!'] = 1, ['('] = 1, [')'] = 1, ['*'] = 1, ['-'] = 1, ['.'] = 1, ['/'] = 1, [':'] = 1, ['_'] = 1, ['~'] = 1,
    ['0'] = 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
    ['A'] = 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
    ['a'] = 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
};

static void put_hex(int nibble)
{
    putchar(nibble < 10 ? '0' + nibble : 'A' + nibble - 10);
}

int main(void)
{
    int c;

    while ((c = getchar()) != EOF) {
        if (keep[c]) {
            putchar(c);
        } else if (c == ' ') {
            putchar('+');
        } else {
            putchar('%');
            put_hex(c >> 4);
            put_hex(c & 15);
        }
    }
    return 0;
}
