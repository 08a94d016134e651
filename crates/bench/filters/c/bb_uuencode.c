// busybox: encodes as base64, by a table of digits.
#define FAST_FUNC
#define ALIGN1
//: cut busybox libbb/uuencode.c bb_uuenc_tbl_base64 bb_uuencode
