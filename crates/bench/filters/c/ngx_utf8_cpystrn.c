// nginx: a copy that stops at what is not UTF-8.
#include <stddef.h>
#include <stdint.h>
typedef unsigned char u_char;
//: cut nginx src/core/ngx_string.c ngx_utf8_decode ngx_utf8_cpystrn
