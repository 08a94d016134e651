/* Turns every \n into \r\n, also one that a \r precedes already. */
#include <stdio.h>

int main(void)
{
    int c;

    while ((c = getc(stdin)) != EOF) {
        if (c == '\n')
            putc('\r', stdout);
        putc(c, stdout);
    }
    return 0;
}
