// git: takes the backslashes of an attribute's value away.
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#define _(text) text
#define die(...) exit(128)
#define xmallocz(n) calloc((n) + 1, 1)
//: cut git pathspec.c invalid_value_char attr_value_unescape
