// busybox: text without the blanks at either end, where it stands.
//: function trim
#include <ctype.h>
#include <string.h>
#define FAST_FUNC
//: cut busybox libbb/skip_whitespace.c skip_whitespace
//: cut busybox libbb/trim.c trim
