// cmark: UTF-8 with replacement characters for what is none.
//: function wrapped
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define CMARK_INLINE inline
typedef struct { void *(*calloc)(size_t, size_t); void *(*realloc)(void *, size_t); void (*free)(void *); } cmark_mem;
typedef int32_t bufsize_t;
typedef struct { cmark_mem *mem; unsigned char *ptr; bufsize_t asize, size; } cmark_strbuf;
void cmark_strbuf_grow(cmark_strbuf *buf, bufsize_t target_size);
//: cut cmark src/buffer.c cmark_strbuf__initbuf S_strbuf_grow_by cmark_strbuf_grow cmark_strbuf_putc cmark_strbuf_put cmark_strbuf_puts
//: cut cmark src/utf8.c utf8proc_utf8class encode_unknown utf8proc_valid cmark_utf8proc_check
static cmark_mem heap = {calloc, realloc, free};
unsigned char *wrapped(const uint8_t *text, bufsize_t size) {
    cmark_strbuf out = {&heap, cmark_strbuf__initbuf, 0, 0};
    cmark_utf8proc_check(&out, text, size);
    return out.ptr;
}
