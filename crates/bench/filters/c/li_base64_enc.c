// lighttpd: bytes to base64.
//: with charset=0 pad=1
#include <stdint.h>
#include <stdlib.h>
#define force_assert(what) do if (!(what)) abort(); while (0)
//: cut lighttpd src/base64.h base64_charset
//: cut lighttpd src/base64.c base64_standard_table base64_url_table li_base64_enc
