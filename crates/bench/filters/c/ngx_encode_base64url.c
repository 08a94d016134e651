// nginx: bytes to base64 for URLs, without padding.
//: function wrapped
#include <stddef.h>
#include <stdint.h>
typedef unsigned char u_char;
typedef uintptr_t ngx_uint_t;
//: cut nginx src/core/ngx_string.h ngx_str_t
//: cut nginx src/core/ngx_string.c ngx_encode_base64_internal ngx_encode_base64url
size_t wrapped(u_char *out, const u_char *in, size_t length) {
    ngx_str_t from = {length, (u_char *)in}, to = {0, out};
    ngx_encode_base64url(&to, &from);
    return to.len;
}
