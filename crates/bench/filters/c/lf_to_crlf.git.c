// git (imap-send): line endings as CRLF.
//: function filter
#include <stdlib.h>
#include <string.h>
#define xmallocz(n) calloc((n) + 1, 1)
//: cut git strbuf.h strbuf
static void strbuf_attach(struct strbuf *sb, void *text, size_t len, size_t room) { *sb = (struct strbuf) { room, len, text }; }
//: cut git imap-send.c lf_to_crlf
char *filter(const char *src, size_t len, size_t *out_len) { struct strbuf sb = { .buf = (char *) src, .len = len }; lf_to_crlf(&sb); *out_len = sb.len; return sb.buf; }
