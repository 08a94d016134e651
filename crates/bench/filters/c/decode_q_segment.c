// git: decodes the quoted words of a mail's header.
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
#define xmalloc malloc
//: cut git hex.c hexval_table
//: cut git cache.h hexval hex2chr
//: cut git mailinfo.c decode_q_segment
char *filter(const char *src, size_t *out_len) { struct strbuf sb = { .buf = (char *) src, .len = strlen(src) }; return strbuf_detach(decode_q_segment(&sb, 1), out_len); }
