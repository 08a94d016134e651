// yajl: a string of JSON to text.
//: function wrapped
#include <assert.h>
#include <stdlib.h>
#include <string.h>
typedef struct { int unused; } yajl_alloc_funcs;
typedef struct yajl_buf_t *yajl_buf;
#define YA_MALLOC(from, size) malloc(size)
#define YA_REALLOC(from, what, size) realloc(what, size)
//: cut yajl src/yajl_buf.c YAJL_BUF_INIT_SIZE yajl_buf_t yajl_buf_ensure_available yajl_buf_append
//: cut yajl src/yajl_encode.c hexToDigit Utf32toUtf8 yajl_string_decode
unsigned char *wrapped(const unsigned char *text, size_t length) {
    struct yajl_buf_t out = {0, 0, NULL, NULL};
    yajl_string_decode(&out, text, length);
    return out.data;
}
