// lighttpd: text for JSON.
//: function wrapped
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#define __attribute_noinline__
#define __attribute_nonnull__()
#define __attribute_cold__
#define __attribute_returns_nonnull__
#define __attribute_fallthrough__
#define force_assert(what) do if (!(what)) abort(); while (0)
//: cut lighttpd src/buffer.h buffer
//: cut lighttpd src/buffer.c buffer_realloc buffer_alloc_replace buffer_string_prepare_copy buffer_string_prepare_append_resize buffer_string_prepare_append buffer_extend buffer_commit
//: cut lighttpd src/buffer.c buffer_append_string_len hex_chars_uc buffer_append_bs_escaped_json
char *wrapped(const char *text, size_t length) {
    buffer out = {NULL, 0, 0};
    buffer_append_bs_escaped_json(&out, text, length);
    return out.ptr;
}
