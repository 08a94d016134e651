/* Not a filter with a bound on what it writes for a byte: the n-th byte is written n times. */
#include <stdio.h>

int main(void)
{
    unsigned count = 0;
    int c;

    while ((c = getchar()) != EOF) {
        count++;
        for (unsigned i = 0; i < count; i++)
            putchar(c);
    }
    return 0;
}
