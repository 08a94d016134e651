// nginx: percent encoding of a URI.
//: with type=0
#include <stddef.h>
#include <stdint.h>
typedef unsigned char u_char;
typedef uintptr_t ngx_uint_t;
//: cut nginx src/core/ngx_string.c ngx_escape_uri
