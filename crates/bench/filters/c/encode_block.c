// sharutils (uuencode): encodes the bytes of a line.
#include <stddef.h>
//: cut sharutils src/uuencode.c uu_std trans_ptr ENC encode_block
