// systemd: takes blanks away, where they stand.
//: with bad=0
#include <stddef.h>
#include <string.h>
#define WHITESPACE " \t\n\r"
//: cut systemd src/basic/string-util.c delete_chars
