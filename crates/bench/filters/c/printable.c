// postfix: what cannot be printed as question marks, where it stands.
//: with replacement=63
#include <ctype.h>
#include <string.h>
#define ISASCII(c) ((c) < 128)
#define ISPRINT(c) isprint(c)
//: cut postfix src/util/printable.c util_utf8_enable printable_except printable
