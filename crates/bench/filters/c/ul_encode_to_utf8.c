// util-linux: UTF-16 with the lower byte first as UTF-8.
//: with enc=1
#include <stddef.h>
#include <stdint.h>
enum { UL_ENCODE_UTF16BE, UL_ENCODE_UTF16LE, UL_ENCODE_LATIN1 };
//: cut util-linux lib/encode.c ul_encode_to_utf8
