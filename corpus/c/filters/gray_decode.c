/* Turns Gray codes of a byte back. */
#include <stdio.h>

int main(void)
{
    int c;

    while ((c = getchar()) != EOF) {
        c ^= c >> 4;
        c ^= c >> 2;
        c ^= c >> 1;
        putchar(c);
    }
    return 0;
}
