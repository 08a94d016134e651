// busybox: decodes percent escapes of a path, where it stands; a bad one is an error.
//: function percent_decode_in_place
//: with strict=1
#include <stddef.h>
#define FAST_FUNC
//: cut busybox libbb/percent_decode.c hex_to_bin percent_decode_in_place
