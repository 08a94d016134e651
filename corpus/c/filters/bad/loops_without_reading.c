/* Not a filter: on a zero it waits for a flag that nothing sets, and never reads again. */
#include <stdio.h>

static int ready;

int main(void)
{
    int c;

    while ((c = getchar()) != EOF) {
        if (c == 0)
            while (!ready)
                ready = 0;
        putchar(c);
    }
    return 0;
}
