// dash: undoes the escapes of echo, up to one that ends it.
//: function filter
#include <stdlib.h>
#include <string.h>
#define isodigit(c) ((c) >= '0' && (c) <= '7')
#define octtobin(c) ((c) - '0')
static char *block;
static char *put(int c, char *p) {
    size_t used = p - block;
    block = realloc(block, used + 1);
    block[used] = c;
    return block + used + 1;
}
#define STARTSTACKSTR(p) ((p) = block = malloc(1))
#define STPUTC(c, p) ((p) = put(c, p))
static char *conv_escape(char *str, int *conv_ch);
//: cut dash src/bltin/printf.c conv_escape conv_escape_str
char *filter(char *src) { char *end; conv_escape_str(src, &end); return block; }
