/* Swaps the bytes of every two, as for numbers of 16 bits in the other byte order; a last one alone stays. */
#include <stdio.h>

int main(void)
{
    int first, second;

    while ((first = getchar()) != EOF) {
        second = getchar();
        if (second != EOF)
            putchar(second);
        putchar(first);
        if (second == EOF)
            break;
    }
    return 0;
}
