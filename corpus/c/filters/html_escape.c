/* Escapes text for HTML: & < > " ' become entities, every other white space becomes a blank. */
#include <stdio.h>

int main(void)
{
    int c;

    while ((c = getchar()) != EOF) {
        switch (c) {
        case '&': fputs("&amp;", stdout); break;
        case '<': fputs("&lt;", stdout); break;
        case '>': fputs("&gt;", stdout); break;
        case '"': fputs("&quot;", stdout); break;
        case '\'': fputs("&#39;", stdout); break;
        case '\t':
        case '\n':
        case '\v':
        case '\f':
        case '\r':
            putchar(' ');
            break;
        default:
            putchar(c);
        }
    }
    return 0;
}
