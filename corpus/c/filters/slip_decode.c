/* Takes the frames off (SLIP, RFC 1055): end marks vanish, escaped marks come back. An escape before anything else is
 * an error of the protocol, and that byte is taken as it is. */
#include <stdio.h>

#define END 0300
#define ESC 0333
#define ESC_END 0334
#define ESC_ESC 0335

int main(void)
{
    int escaped = 0;
    int c;

    while ((c = getchar()) != EOF) {
        if (escaped) {
            escaped = 0;
            putchar(c == ESC_END ? END : c == ESC_ESC ? ESC : c);
        } else if (c == ESC) {
            escaped = 1;
        } else if (c != END) {
            putchar(c);
        }
    }
    return 0;
}
