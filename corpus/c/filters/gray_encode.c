/* Turns each byte into its Gray code. */
#include <stdio.h>

int main(void)
{
    int c;

    while ((c = getchar()) != EOF)
        putchar(c ^ c >> 1);
    return 0;
}
