// coreutils (basenc): encodes as hexadecimal digits.
#include <stddef.h>
typedef ptrdiff_t idx_t;
//: cut coreutils src/basenc.c base16 base16_encode
