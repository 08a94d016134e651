// git: text as a string of Perl.
//: function filter
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#define die(...) abort()
#define unsigned_add_overflows(a, b) ((b) > SIZE_MAX - (a))
#define REALLOC_ARRAY(x, n) ((x) = realloc((x), sizeof(*(x)) * (n)))
//: cut git cache.h alloc_nr ALLOC_GROW
//: cut git strbuf.h strbuf STRBUF_INIT strbuf_avail
void strbuf_grow(struct strbuf *sb, size_t amount);
//: cut git strbuf.c strbuf_slopbuf strbuf_init strbuf_grow strbuf_detach
//: cut git strbuf.h strbuf_addch
//: cut git quote.c perl_quote_buf
char *filter(const char *src) { struct strbuf sb = STRBUF_INIT; perl_quote_buf(&sb, src); return strbuf_detach(&sb, NULL); }
