/* Turns tabs into blanks up to the next multiple of eight. */
#include <stdio.h>

int main(void)
{
    int column = 0;
    int c;

    while ((c = getchar()) != EOF) {
        switch (c) {
        case '\t':
            do
                putchar(' ');
            while (++column % 8 != 0);
            column = 0;
            break;
        case '\n':
        case '\r':
            putchar(c);
            column = 0;
            break;
        default:
            putchar(c);
            column = (column + 1) % 8;
        }
    }
    return 0;
}
