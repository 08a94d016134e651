// cmark: runs of white space to one space, in place.
//: function wrapped
#include <stdbool.h>
#include <stdint.h>
#include <stddef.h>
typedef struct { void *(*calloc)(size_t, size_t); void *(*realloc)(void *, size_t); void (*free)(void *); } cmark_mem;
typedef int32_t bufsize_t;
typedef struct { cmark_mem *mem; unsigned char *ptr; bufsize_t asize, size; } cmark_strbuf;
//: cut cmark src/cmark_ctype.c cmark_ctype_class cmark_isspace
//: cut cmark src/buffer.c cmark_strbuf_truncate cmark_strbuf_normalize_whitespace
bufsize_t wrapped(unsigned char *text, bufsize_t size) {
    cmark_strbuf buffer = {NULL, text, size, size};
    cmark_strbuf_normalize_whitespace(&buffer);
    return buffer.size;
}
