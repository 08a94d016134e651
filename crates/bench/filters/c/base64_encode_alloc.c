// coreutils (gnulib): encodes as base64, into memory that it allocates.
#include <stddef.h>
#include <stdlib.h>
typedef ptrdiff_t idx_t;
#define INT_MULTIPLY_OK(a, b, r) (!__builtin_mul_overflow(a, b, r))
#define imalloc malloc
//: cut coreutils lib/base64.c to_uchar b64c base64_encode_fast base64_encode base64_encode_alloc
