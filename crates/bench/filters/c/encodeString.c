// busybox (httpd): all but letters and digits as numeric HTML entities.
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define xmalloc malloc
//: cut busybox networking/httpd.c encodeString
