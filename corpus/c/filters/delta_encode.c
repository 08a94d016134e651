/* Writes of each byte how far it is from the one before, modulo 256; the first from zero. */
#include <stdio.h>

int main(void)
{
    unsigned char previous = 0;
    int c;

    while ((c = getchar()) != EOF) {
        putchar((unsigned char)(c - previous));
        previous = (unsigned char)c;
    }
    return 0;
}
