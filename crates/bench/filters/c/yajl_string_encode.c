// yajl: text for JSON.
//: with escape_solidus=0
#include <string.h>
typedef void (*yajl_print_t)(void *ctx, const char *str, size_t len);
//: cut yajl src/yajl_encode.c CharToHex yajl_string_encode
