// util-linux: blanks and backslashes as octal escapes, as in /etc/mtab.
#include <stdlib.h>
#include <string.h>
//: cut util-linux lib/mangle.c is_unwanted_char mangle
