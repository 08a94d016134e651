/* Joins continued lines: a backslash and the end of line after it vanish. */
#include <stdio.h>

int main(void)
{
    int c;

    while ((c = getchar()) != EOF) {
        while (c == '\\') {
            c = getchar();
            if (c == '\n') {
                c = getchar();
            } else {
                putchar('\\');
            }
        }
        if (c == EOF)
            break;
        putchar(c);
    }
    return 0;
}
