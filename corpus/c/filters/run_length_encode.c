/* Writes each run of equal bytes as a digit and the byte; longer runs than four are several. */
#include <stdio.h>

#define LONGEST 4

int main(void)
{
    int run = 0;
    int previous = 0;
    int c;

    while ((c = getchar()) != EOF) {
        if (run > 0 && (c != previous || run == LONGEST)) {
            putchar('0' + run);
            putchar(previous);
            run = 0;
        }
        previous = c;
        run++;
    }
    if (run > 0) {
        putchar('0' + run);
        putchar(previous);
    }
    return 0;
}
