// libmicrohttpd: base64 to text.
#include <stdlib.h>
#include <string.h>
//: cut libmicrohttpd src/microhttpd/base64.c base64_digits BASE64Decode
