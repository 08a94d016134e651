/* Turns \n into \r\n unless a \r precedes it, so that doing it twice does no harm. */
#include <stdio.h>

int main(void)
{
    int c;
    int previous = 0;

    while ((c = getc(stdin)) != EOF) {
        if (c == '\n' && previous != '\r')
            putc('\r', stdout);
        putc(c, stdout);
        previous = c;
    }
    return 0;
}
