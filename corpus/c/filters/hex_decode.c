/* Reads pairs of hexadecimal digits, of either case, and writes their bytes. Anything else is refused. */
#include <stdio.h>
#include <stdlib.h>

static int value_of(int c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    abort();
}

int main(void)
{
    int high;

    while ((high = getchar()) != EOF) {
        int low = getchar();

        if (low == EOF)
            abort();
        putchar(value_of(high) << 4 | value_of(low));
    }
    return 0;
}
