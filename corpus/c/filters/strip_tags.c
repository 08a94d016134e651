/* Removes the tags of HTML: everything from < to the next > that does not stand in quotes. */
#include <stdio.h>

int main(void)
{
    int inside = 0;
    int quote = 0;
    int c;

    while ((c = getchar()) != EOF) {
        if (!inside) {
            if (c == '<')
                inside = 1;
            else
                putchar(c);
        } else if (quote) {
            if (c == quote)
                quote = 0;
        } else if (c == '"' || c == '\'') {
            quote = c;
        } else if (c == '>') {
            inside = 0;
        }
    }
    return 0;
}
