// nginx: a body in chunks, of 6 bytes.
//: unwind 7
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
typedef unsigned char u_char;
typedef intptr_t ngx_int_t;
typedef uintptr_t ngx_uint_t;
typedef long off_t;
//: cut nginx src/core/ngx_core.h NGX_OK NGX_ERROR NGX_AGAIN NGX_DONE
#define LF '\n'
#define CR '\r'
#define NGX_MAX_OFF_T_VALUE 9223372036854775807LL
#define ngx_log_debug3(...)
#define ngx_log_debug2(...)
#define ngx_log_debug1(...)
typedef struct { void *connection; } ngx_http_request_t;
typedef struct { u_char *pos, *last; } ngx_buf_t;
//: cut nginx src/http/ngx_http.h ngx_http_chunked_s
typedef struct ngx_http_chunked_s ngx_http_chunked_t;
//: cut nginx src/http/ngx_http_parse.c ngx_http_parse_chunked
unsigned char nondet_uchar(void);
int main(void)
{
    u_char text[6];
    ngx_buf_t buffer = { text, text + sizeof text };
    ngx_http_request_t request = { NULL };
    ngx_http_chunked_t chunked = { 0, 0, 0 };
    for (size_t i = 0; i < sizeof text; i++)
        text[i] = nondet_uchar();
    ngx_int_t result = ngx_http_parse_chunked(&request, &buffer, &chunked);
    assert(result == NGX_OK || result == NGX_ERROR || result == NGX_AGAIN || result == NGX_DONE);
    assert(buffer.pos >= text && buffer.pos <= buffer.last);
    assert(result == NGX_ERROR || chunked.size >= 0);
    return 0;
}
