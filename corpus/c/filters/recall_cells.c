/* Keeps three cells: a and b are put into one after the other and round again, # moves the first two on by one, ~ empties
 * them, and ! writes the first and the last. Other text passes, and is noted where nobody looks at it. */
#include <stdio.h>
#include <string.h>

static char cells[12];
static char notes[12];

int main(void)
{
    int at = 0, noted = 0;
    int c;

    while ((c = getchar()) != EOF) {
        switch (c) {
        case 'a': case 'b':
            cells[at] = (char)c;
            at = at == 2 ? 0 : at + 1;
            break;
        case '#':
            memmove(cells + 1, cells, 2);
            break;
        case '~':
            memset(cells, 0, 3);
            at = 0;
            break;
        case '!':
            putchar(cells[0] != 0 ? cells[0] : '-');
            putchar(cells[2] != 0 ? cells[2] : '-');
            break;
        default:
            notes[noted] = (char)c;
            noted = 1 - noted;
            putchar(c);
        }
    }
    return 0;
}
