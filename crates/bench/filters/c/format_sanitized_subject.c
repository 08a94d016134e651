// git: the subject of a commit as a file's name.
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
//: cut git strbuf.c strbuf_splice strbuf_remove
//: cut git pretty.c istitlechar format_sanitized_subject
char *filter(const char *msg, size_t len) { struct strbuf sb = STRBUF_INIT; format_sanitized_subject(&sb, msg, len); return strbuf_detach(&sb, NULL); }
