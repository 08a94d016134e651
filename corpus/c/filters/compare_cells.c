/* Writes a and b for the first and the second byte of each three, and for the third whether those two were equal (=) or not
 * (#). The two are kept in cells that were allocated at one place. */
#include <stdio.h>
#include <stdlib.h>

static unsigned char *new_cell(void)
{
    unsigned char *cell = malloc(1);

    if (!cell)
        abort();
    *cell = 0;
    return cell;
}

int main(void)
{
    unsigned char *first = new_cell(), *second = new_cell();
    int filled = 0;
    int c;

    while ((c = getchar()) != EOF) {
        if (filled == 0) {
            *first = (unsigned char)c;
            putchar('a');
        } else if (filled == 1) {
            *second = (unsigned char)c;
            putchar('b');
        } else {
            putchar(*first == *second ? '=' : '#');
        }
        filled = (filled + 1) % 3;
    }
    free(first);
    free(second);
    return 0;
}
