// util-linux: Latin-1 as UTF-8.
//: function ul_encode_to_utf8
//: with enc=2
#include <stddef.h>
#include <stdint.h>
enum { UL_ENCODE_UTF16BE, UL_ENCODE_UTF16LE, UL_ENCODE_LATIN1 };
//: cut util-linux lib/encode.c ul_encode_to_utf8
