// coreutils (ls): a file's name for a URL.
//: with path=1
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define xnmalloc(n, s) malloc((n) * (s))
#define ISSLASH(c) ((c) == '/')
static unsigned char to_uchar(char c) { return c; }
static const char RFC3986[256] = {
    ['0' ... '9'] = 1, ['a' ... 'z'] = 1, ['A' ... 'Z'] = 1, ['~'] = 1, ['-'] = 1, ['.'] = 1, ['_'] = 1,
};
//: cut coreutils src/ls.c file_escape
