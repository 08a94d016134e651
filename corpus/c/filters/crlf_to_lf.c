/* Turns \r\n into \n. A \r that no \n follows stays. */
#include <stdio.h>

int main(void)
{
    int c;
    int held = 0;

    while ((c = getchar()) != EOF) {
        if (held && c != '\n')
            putchar('\r');
        held = c == '\r';
        if (!held)
            putchar(c);
    }
    if (held)
        putchar('\r');
    return 0;
}
