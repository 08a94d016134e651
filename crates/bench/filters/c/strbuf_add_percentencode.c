// git: text as percent escapes of a URL.
//: function filter
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <assert.h>
#define BUG(...) abort()
#define die(...) abort()
#define unsigned_add_overflows(a, b) ((b) > SIZE_MAX - (a))
#define REALLOC_ARRAY(x, n) ((x) = realloc((x), sizeof(*(x)) * (n)))
//: cut git cache.h alloc_nr ALLOC_GROW
//: cut git strbuf.h strbuf STRBUF_INIT strbuf_avail
void strbuf_grow(struct strbuf *sb, size_t amount);
//: cut git strbuf.c strbuf_slopbuf strbuf_init strbuf_grow strbuf_detach
//: cut git strbuf.h strbuf_setlen strbuf_addch
//: cut git strbuf.c strbuf_add
//: cut git strbuf.h strbuf_addstr
#include <stdio.h>
#define STRBUF_ENCODE_SLASH 1
#define strbuf_addf(sb, format, c) do { char text[16]; sprintf(text, format, c); strbuf_addstr(sb, text); } while (0)
//: cut git strbuf.c URL_UNSAFE_CHARS strbuf_add_percentencode
char *filter(const char *src) { struct strbuf sb = STRBUF_INIT; strbuf_add_percentencode(&sb, src, STRBUF_ENCODE_SLASH); return strbuf_detach(&sb, NULL); }
