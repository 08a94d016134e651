// util-linux: undoes the octal escapes of /etc/mtab.
#include <stddef.h>
//: cut util-linux lib/mangle.c isoctal unmangle_to_buffer
