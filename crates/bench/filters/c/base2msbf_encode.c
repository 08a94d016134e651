// coreutils (basenc): encodes as binary digits.
#include <stddef.h>
typedef ptrdiff_t idx_t;
//: cut coreutils src/basenc.c base2msbf_encode
