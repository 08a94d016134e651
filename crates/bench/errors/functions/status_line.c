// nginx: the status line of a response, of 10 bytes.
//: unwind 11
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
typedef unsigned char u_char;
typedef intptr_t ngx_int_t;
typedef uintptr_t ngx_uint_t;
//: cut nginx src/core/ngx_core.h NGX_OK NGX_ERROR NGX_AGAIN
#define LF '\n'
#define CR '\r'
typedef struct { ngx_uint_t state, http_major, http_minor; } ngx_http_request_t;
typedef struct { u_char *pos, *last; } ngx_buf_t;
//: cut nginx src/http/ngx_http.h ngx_http_status_t
//: cut nginx src/http/ngx_http_parse.c ngx_http_parse_status_line
unsigned char nondet_uchar(void);
int main(void)
{
    u_char text[10];
    ngx_buf_t buffer = { text, text + sizeof text };
    ngx_http_request_t request = { 0, 0, 0 };
    ngx_http_status_t status = { 0, 0, 0, 0, 0 };
    for (size_t i = 0; i < sizeof text; i++)
        text[i] = nondet_uchar();
    ngx_int_t result = ngx_http_parse_status_line(&request, &buffer, &status);
    assert(result == NGX_OK || result == NGX_ERROR || result == NGX_AGAIN);
    assert(buffer.pos >= text && buffer.pos <= buffer.last);
    assert(result != NGX_OK);
    return 0;
}
