// nginx: base64 to bytes, of at most 8 characters.
//: unwind 9
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
typedef unsigned char u_char;
typedef intptr_t ngx_int_t;
//: cut nginx src/core/ngx_core.h NGX_OK NGX_ERROR
//: cut nginx src/core/ngx_string.h ngx_str_t
//: cut nginx src/core/ngx_string.c ngx_decode_base64_internal ngx_decode_base64
unsigned char nondet_uchar(void);
int main(void)
{
    u_char text[8], bytes[6];
    ngx_str_t from = { nondet_uchar() % 9, text }, to = { 0, bytes };
    for (size_t i = 0; i < sizeof text; i++)
        text[i] = nondet_uchar();
    if (ngx_decode_base64(&to, &from) == NGX_OK) {
        assert(to.len <= sizeof bytes);
        assert(to.len * 4 <= from.len * 3);
    }
    return 0;
}
