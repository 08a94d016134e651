// wget: unsafe characters of a URL as percent escapes.
//: function url_escape
#include <assert.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#define xmalloc malloc
#define xstrdup strdup
#define XNUM_TO_DIGIT(x) ("0123456789ABCDEF"[x])
//: cut wget src/url.c urlchr_reserved urlchr_test R U RU urlchr_table url_escape_1 url_escape
