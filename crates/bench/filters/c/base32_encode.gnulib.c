// coreutils (gnulib): encodes as base32.
//: function base32_encode
#include <stddef.h>
typedef ptrdiff_t idx_t;
//: cut coreutils lib/base32.c to_uchar base32_encode
