// dovecot: quotes and backslashes of text with a backslash each.
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
#define str_append_c buffer_append_c
#define str_append_data buffer_append
//: cut dovecot src/lib/strescape.h IS_ESCAPED_CHAR
//: cut dovecot src/lib/strescape.c str_append_escaped
char *filter(const char *src, size_t len, size_t *out_len) { string_t out = { calloc(1, 1) }; str_append_escaped(&out, src, len); *out_len = out.used; return out.data; }
