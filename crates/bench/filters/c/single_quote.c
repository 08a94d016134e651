// dash: text in single quotes, for a shell.
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
static char *block;
static char *stackblock(void) { return block; }
static char *makestrspace(size_t more, char *end) {
    size_t used = end - block;
    block = realloc(block, used + more);
    return block + used;
}
#define STARTSTACKSTR(p) ((p) = block = malloc(1))
#define STADJUST(amount, p) ((p) += (amount))
#define USTPUTC(c, p) (*(p)++ = (c))
//: cut dash src/mystring.c single_quote
