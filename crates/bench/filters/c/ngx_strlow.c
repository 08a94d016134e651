// nginx: letters to lower case.
#include <stddef.h>
typedef unsigned char u_char;
//: cut nginx src/core/ngx_string.h ngx_tolower
//: cut nginx src/core/ngx_string.c ngx_strlow
