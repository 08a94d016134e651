// redis: text as a C string.
//: function filter
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
typedef char *sds;
static sds sdscatlen(sds s, const void *text, size_t len) {
    size_t old = strlen(s);
    s = realloc(s, old + len + 1);
    memcpy(s + old, text, len);
    s[old + len] = 0;
    return s;
}
static sds sdscatprintf(sds s, const char *format, int c) {
    char text[8];
    return sdscatlen(s, text, sprintf(text, format, c));
}
//: cut redis src/sds.c sdscatrepr
char *filter(const char *p, size_t len) { return sdscatrepr(calloc(1, 1), p, len); }
