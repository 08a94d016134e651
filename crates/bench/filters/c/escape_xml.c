// cmark: text for XML, without what XML has not.
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
//: cut cmark src/xml.c XML_ESCAPE_TABLE UTF8_REPL XML_ESCAPES escape_xml
static cmark_mem heap = {calloc, realloc, free};
unsigned char *wrapped(const uint8_t *text, bufsize_t size) {
    cmark_strbuf out = {&heap, cmark_strbuf__initbuf, 0, 0};
    escape_xml(&out, text, size);
    return out.ptr;
}
