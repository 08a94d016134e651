// busybox (sed): a backslash and an n as a newline, other escapes as they are.
//: with from=110 to=10
#include <string.h>
//: cut busybox editors/sed.c parse_escapes
