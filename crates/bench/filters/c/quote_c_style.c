// git: a path as a C string in double quotes, where it needs them.
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
#include <sys/types.h>
#define CQUOTE_NODQ 1
//: cut git quote.c quote_path_fully X8 X16 cq_lookup cq_must_quote next_quote_pos quote_c_style_counted quote_c_style
char *filter(const char *src) { struct strbuf sb = STRBUF_INIT; quote_c_style(src, &sb, NULL, 0); return strbuf_detach(&sb, NULL); }
