// wget: encodes as base64.
#include <stddef.h>
//: cut wget src/utils.c wget_base64_encode
