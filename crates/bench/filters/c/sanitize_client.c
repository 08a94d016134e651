// git: a host's name without what would lead out of a folder.
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
#define is_dir_sep(c) ((c) == '/')
//: cut git daemon.c sanitize_client
char *filter(const char *src) { struct strbuf sb = STRBUF_INIT; sanitize_client(&sb, src); return strbuf_detach(&sb, NULL); }
