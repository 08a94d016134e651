// busybox: decodes base32.
#include <stdint.h>
#define FAST_FUNC
//: cut busybox libbb/uuencode.c decode_base32
