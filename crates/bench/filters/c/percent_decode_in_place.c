// busybox: decodes percent escapes of a form, where it stands.
//: with strict=0
#include <stddef.h>
#define FAST_FUNC
//: cut busybox libbb/percent_decode.c hex_to_bin percent_decode_in_place
