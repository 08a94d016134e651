// nginx: text for the access log.
#include <stddef.h>
#include <stdint.h>
typedef unsigned char u_char;
typedef uintptr_t ngx_uint_t;
//: cut nginx src/http/modules/ngx_http_log_module.c ngx_http_log_escape
