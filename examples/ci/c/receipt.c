/* The printer of the till knows neither tabs nor more than one blank line. */
#include <stdio.h>

int main(void)
{
    int c, newlines = 0;
    while ((c = getchar()) != EOF) {
        if (c == '\n') {
            if (newlines < 2)
                putchar(c);
            newlines = newlines < 2 ? newlines + 1 : 2;
            continue;
        }
        newlines = 0;
        putchar(c == '\t' ? ' ' : c);
    }
    return 0;
}
