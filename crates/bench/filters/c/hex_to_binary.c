// dovecot: decodes hexadecimal digits.
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
//: cut dovecot src/lib/hex-binary.c hex_to_binary
char *filter(const char *src, size_t *out_len) { buffer_t out = { calloc(1, 1) }; int r = hex_to_binary(src, &out); *out_len = out.used; return r < 0 ? NULL : out.data; }
