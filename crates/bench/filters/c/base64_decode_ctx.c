// coreutils (gnulib): decodes base64.
#include <stdbool.h>
#include <stddef.h>
#include <string.h>
typedef ptrdiff_t idx_t;
#define uchar_in_range(c) true
struct base64_decode_context { int i; char buf[4]; };
//: cut coreutils lib/base64.c B64 to_uchar b64 isbase64 get_4 return_false decode_4 base64_decode_ctx
