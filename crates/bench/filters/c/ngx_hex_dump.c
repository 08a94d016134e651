// nginx: bytes as hexadecimal digits.
#include <stddef.h>
typedef unsigned char u_char;
//: cut nginx src/core/ngx_string.c ngx_hex_dump
