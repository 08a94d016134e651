/* Undoes pre_escape: the five entities become their characters. What an entity was decoded to is not looked at again,
 * so that &amp;lt; becomes &lt;. Other text passes, also an entity that the end cuts. */
#include <stdio.h>
#include <string.h>

static const char *const entity[] = { "&amp;", "&lt;", "&gt;", "&quot;", "&#39;" };
static const char character[] = "&<>\"'";

int main(void)
{
    char held[8];
    size_t length = 0;
    int c;

    while ((c = getchar()) != EOF) {
        int found = -1;

        if (c == '&') {
            fwrite(held, 1, length, stdout);
            length = 0;
        }
        held[length++] = (char)c;
        for (int i = 0; i < 5; i++)
            if (strncmp(entity[i], held, length) == 0)
                found = i;
        if (found < 0) {
            fwrite(held, 1, length, stdout);
            length = 0;
        } else if (c == ';') {
            putchar(character[found]);
            length = 0;
        }
    }
    fwrite(held, 1, length, stdout);
    return 0;
}
