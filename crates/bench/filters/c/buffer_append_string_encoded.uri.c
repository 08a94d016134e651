// lighttpd: percent encoding of a path.
//: function wrapped
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#define __attribute_noinline__
#define __attribute_nonnull__()
#define __attribute_cold__
#define __attribute_returns_nonnull__
#define force_assert(what) do if (!(what)) abort(); while (0)
//: cut lighttpd src/buffer.h buffer
//: cut lighttpd src/buffer.c buffer_realloc buffer_alloc_replace buffer_string_prepare_copy buffer_string_prepare_append_resize buffer_string_prepare_append buffer_extend buffer_commit
//: cut lighttpd src/buffer.h buffer_encoding_t
//: cut lighttpd src/buffer.c hex_chars_uc encoded_chars_rel_uri_part encoded_chars_rel_uri encoded_chars_html encoded_chars_minimal_xml buffer_append_string_encoded
char *wrapped(const char *text, size_t length) {
    buffer out = {NULL, 0, 0};
    buffer_append_string_encoded(&out, text, length, ENCODING_REL_URI);
    return out.ptr;
}
