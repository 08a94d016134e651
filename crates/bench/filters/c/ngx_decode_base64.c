// nginx: base64 to bytes.
//: function wrapped
#include <stddef.h>
#include <stdint.h>
typedef unsigned char u_char;
typedef intptr_t ngx_int_t;
//: cut nginx src/core/ngx_core.h NGX_OK NGX_ERROR
//: cut nginx src/core/ngx_string.h ngx_str_t
//: cut nginx src/core/ngx_string.c ngx_decode_base64_internal ngx_decode_base64
ptrdiff_t wrapped(u_char *out, const u_char *in, size_t length) {
    ngx_str_t from = {length, (u_char *)in}, to = {0, out};
    return ngx_decode_base64(&to, &from) == NGX_OK ? (ptrdiff_t)to.len : -1;
}
