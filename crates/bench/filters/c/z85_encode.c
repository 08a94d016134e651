// coreutils (basenc): encodes as Z85, five digits for each four bytes.
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
typedef ptrdiff_t idx_t;
#define _(text) text
#define die(status, ...) exit(status)
//: cut coreutils src/basenc.c z85_encoding z85_encode
