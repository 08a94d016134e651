// util-linux: undoes the hexadecimal escapes of udev's names.
#include <ctype.h>
#include <stddef.h>
//: cut util-linux lib/mangle.c from_hex unhexmangle_to_buffer
