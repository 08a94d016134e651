/* Removes the control sequences of terminals: ESC [ parameters, intermediates and a final byte. A broken sequence is
 * dropped with the byte that broke it. */
#include <stdio.h>

int main(void)
{
    enum { TEXT, ESCAPE, SEQUENCE } state = TEXT;
    int c;

    while ((c = getchar()) != EOF) {
        switch (state) {
        case TEXT:
            if (c == 033)
                state = ESCAPE;
            else
                putchar(c);
            break;
        case ESCAPE:
            state = c == '[' ? SEQUENCE : TEXT;
            break;
        case SEQUENCE:
            if (c < 0x20 || c > 0x3f)
                state = TEXT;
            break;
        }
    }
    return 0;
}
