// coreutils (gnulib): encodes as base64.
//: function base64_encode
#include <stddef.h>
typedef ptrdiff_t idx_t;
//: cut coreutils lib/base64.c to_uchar b64c base64_encode_fast base64_encode
