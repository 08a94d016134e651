// lighttpd: hexadecimal digits to bytes.
#include <stddef.h>
#include <stdint.h>
//: cut lighttpd src/buffer.c li_hex2bin
