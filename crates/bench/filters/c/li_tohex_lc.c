// lighttpd: bytes as hexadecimal digits.
#include <stdlib.h>
#define force_assert(what) do if (!(what)) abort(); while (0)
//: cut lighttpd src/buffer.c hex_chars_lc li_tohex_lc
