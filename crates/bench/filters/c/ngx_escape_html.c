// nginx: text for HTML.
#include <stddef.h>
#include <stdint.h>
typedef unsigned char u_char;
typedef uintptr_t ngx_uint_t;
//: cut nginx src/core/ngx_string.c ngx_escape_html
