// busybox (base64 -d): decodes base64.
//: function read_base64
//: with flags=255
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define FAST_FUNC
#define BASE64_FLAG_UU_STOP 0x100
#define bb_simple_error_msg_and_die(text) exit(1)
//: cut busybox libbb/uuencode.c decode_base64 read_base64
