// cmark: text for HTML.
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
#define unlikely(what) (what)
//: cut cmark src/houdini_html_e.c HTML_ESCAPE_TABLE HTML_ESCAPES houdini_escape_html0
static cmark_mem heap = {calloc, realloc, free};
unsigned char *wrapped(const uint8_t *text, bufsize_t size) {
    cmark_strbuf out = {&heap, cmark_strbuf__initbuf, 0, 0};
    houdini_escape_html0(&out, text, size, 0);
    return out.ptr;
}
