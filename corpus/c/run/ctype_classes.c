/* Every ctype class over the ASCII range, counted. */
#include <ctype.h>
#include <stdio.h>

int main(void)
{
    int c, alpha = 0, digit = 0, alnum = 0, space = 0, upper = 0, lower = 0, punct = 0, xdigit = 0,
           print = 0, graph = 0, cntrl = 0, blank = 0, changed = 0;

    for (c = 0; c < 128; c++) {
        alpha += !!isalpha(c); digit += !!isdigit(c); alnum += !!isalnum(c);
        space += !!isspace(c); upper += !!isupper(c); lower += !!islower(c);
        punct += !!ispunct(c); xdigit += !!isxdigit(c); print += !!isprint(c);
        graph += !!isgraph(c); cntrl += !!iscntrl(c); blank += !!isblank(c);
        changed += toupper(c) != c;
        if (tolower(toupper(c)) != tolower(c))
            return 1;
    }
    printf("%d %d %d %d %d %d\n", alpha, digit, alnum, space, upper, lower);
    printf("%d %d %d %d %d %d %d\n", punct, xdigit, print, graph, cntrl, blank, changed);
    printf("%c%c%c\n", toupper('q'), tolower('Q'), toupper('5'));
    return 0;
}
