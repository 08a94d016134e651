// busybox: text in lower case, where it stands.
//: function str_tolower
#include <ctype.h>
#define FAST_FUNC
//: cut busybox libbb/str_tolower.c str_tolower
