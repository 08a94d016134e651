/* An unescape with its replacements in the wrong order: first every &amp; becomes &, then, in what came of that, &lt; &gt;
 * &quot; and &#39; become their characters. So &amp;lt; becomes < and text that was escaped is not what it was. */
#include <stdio.h>
#include <string.h>

static const char *const entity[] = { "&lt;", "&gt;", "&quot;", "&#39;", "&amp;" };
static const char character[] = "<>\"'";

#define AMPERSAND 4

static char held[8];
static size_t length;

static void release(void)
{
    fwrite(held, 1, length, stdout);
    length = 0;
}

int main(void)
{
    int decoded = 0; /* whether the ampersand that is held was one of &amp; */
    int c;

    while ((c = getchar()) != EOF) {
        int found = -1;

        if (c == '&') {
            release();
            decoded = 0;
        }
        held[length++] = (char)c;
        for (int i = 0; i < AMPERSAND + !decoded; i++)
            if (strncmp(entity[i], held, length) == 0)
                found = i;
        if (found < 0) {
            release();
        } else if (c == ';' && found == AMPERSAND) {
            decoded = 1;
            length = 1;
        } else if (c == ';') {
            putchar(character[found]);
            length = 0;
        }
    }
    release();
    return 0;
}
