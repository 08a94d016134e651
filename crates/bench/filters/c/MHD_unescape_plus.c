// libmicrohttpd: plus signs to spaces, in place.
#include <string.h>
//: cut libmicrohttpd src/microhttpd/internal.c MHD_unescape_plus
