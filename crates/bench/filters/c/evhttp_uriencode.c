// libevent: percent encoding.
//: with space_as_plus=0
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <stdlib.h>
#include <string.h>
typedef ptrdiff_t ev_ssize_t;
#define EV_SSIZE_MAX PTRDIFF_MAX
#define mm_malloc malloc
struct evbuffer { char *data; size_t length; };
static struct evbuffer *evbuffer_new(void) { return calloc(1, sizeof(struct evbuffer)); }
static void evbuffer_free(struct evbuffer *buffer) { free(buffer->data), free(buffer); }
static size_t evbuffer_get_length(struct evbuffer *buffer) { return buffer->length; }
static int evbuffer_add(struct evbuffer *buffer, const void *data, size_t length) {
    buffer->data = realloc(buffer->data, buffer->length + length);
    memcpy(buffer->data + buffer->length, data, length);
    buffer->length += length;
    return 0;
}
static int evbuffer_add_printf(struct evbuffer *buffer, const char *format, int number) {
    char text[16];
    return evbuffer_add(buffer, text, snprintf(text, sizeof text, format, number));
}
static int evbuffer_remove(struct evbuffer *buffer, void *out, size_t length) {
    memcpy(out, buffer->data, length);
    return length;
}
//: cut libevent http.c uri_chars CHAR_IS_UNRESERVED evhttp_uriencode
