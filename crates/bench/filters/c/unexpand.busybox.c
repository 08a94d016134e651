// busybox (unexpand -a): spaces as tabs.
//: function unexpand
//: with tab_size=8 opt=4
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static char *xmalloc_fgets(FILE *file) {
    size_t used = 0;
    char *line = NULL;
    for (int c; (c = getc(file)) != EOF;) {
        line = realloc(line, used + 2);
        line[used++] = c;
        if (c == '\n')
            break;
    }
    if (line)
        line[used] = 0;
    return line;
}
//: cut busybox coreutils/expand.c OPT_ALL unexpand
