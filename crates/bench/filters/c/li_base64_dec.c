// lighttpd: base64 to bytes.
//: with charset=0
#include <stdint.h>
#include <stdlib.h>
#define force_assert(what) do if (!(what)) abort(); while (0)
#define __attribute_fallthrough__
//: cut lighttpd src/base64.h base64_charset
//: cut lighttpd src/base64.c base64_standard_reverse_table base64_url_reverse_table li_base64_dec
