/* Indents: puts a prefix in front of every line but the first. A line ends with \n, \r or \r\n. */
#include <stdio.h>
#include <string.h>

#define PREFIX "> "

static const char line_ends[] = { '\r', '\n' };

int main(void)
{
    int previous = EOF;
    int c;

    while ((c = getchar()) != EOF) {
        /* The prefix has to wait after \r: it may be half of \r\n. */
        if (previous != EOF && memchr(line_ends, previous, sizeof line_ends) && !(previous == '\r' && c == '\n'))
            fputs(PREFIX, stdout);
        putchar(c);
        previous = c;
    }
    if (previous == '\r' || previous == '\n')
        fputs(PREFIX, stdout);
    return 0;
}
