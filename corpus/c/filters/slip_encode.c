/* Frames its input for a serial line (SLIP, RFC 1055): an end mark before and after, marks inside are escaped. */
#include <stdio.h>

#define END 0300
#define ESC 0333
#define ESC_END 0334
#define ESC_ESC 0335

int main(void)
{
    int c;

    putchar(END);
    while ((c = getchar()) != EOF) {
        switch (c) {
        case END:
            putchar(ESC);
            putchar(ESC_END);
            break;
        case ESC:
            putchar(ESC);
            putchar(ESC_ESC);
            break;
        default:
            putchar(c);
        }
    }
    putchar(END);
    return 0;
}
