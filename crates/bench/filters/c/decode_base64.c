// busybox: decodes base64.
#define FAST_FUNC
//: cut busybox libbb/uuencode.c decode_base64
