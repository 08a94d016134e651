// dovecot: decodes the quoted words of a mail's header.
//: function filter
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
typedef struct { char *data; size_t used; } string_t, buffer_t;
static void buffer_append_c(buffer_t *buf, unsigned char c) {
    buf->data = realloc(buf->data, buf->used + 2);
    buf->data[buf->used++] = c;
    buf->data[buf->used] = 0;
}
static void buffer_append(buffer_t *buf, const void *data, size_t size) {
    for (size_t i = 0; i < size; i++)
        buffer_append_c(buf, ((const unsigned char *) data)[i]);
}
#define TRUE true
#define FALSE false
//: cut dovecot src/lib/hex-binary.c hex_to_binary
//: cut dovecot src/lib-mail/quoted-printable.c quoted_printable_q_decode
char *filter(const unsigned char *src, size_t len, size_t *out_len) { buffer_t out = { calloc(1, 1) }; quoted_printable_q_decode(src, len, &out); *out_len = out.used; return out.data; }
