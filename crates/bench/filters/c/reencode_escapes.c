// wget: a URL with its percent escapes put right: a percent sign that begins none is escaped as well.
#include <assert.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#define xmalloc malloc
#define xstrdup strdup
#define XNUM_TO_DIGIT(x) ("0123456789ABCDEF"[x])
static int c_isxdigit(int c) { return c >= '0' && c <= '9' || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F'; }
//: cut wget src/url.c urlchr_reserved urlchr_test URL_RESERVED_CHAR URL_UNSAFE_CHAR R U RU urlchr_table char_needs_escaping reencode_escapes
