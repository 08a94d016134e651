/* Not a filter: what it writes depends on the clock. */
#include <stdio.h>
#include <time.h>

int main(void)
{
    int c;

    while ((c = getchar()) != EOF) {
        if (time(NULL) % 2 == 0)
            putchar(c);
        else
            putchar(c ^ 0x20);
    }
    return 0;
}
