// apr-util: base64 to bytes.
#include <assert.h>
#include <stddef.h>
#define APU_DECLARE(type) type
typedef size_t apr_size_t;
//: cut apr-util encoding/apr_base64.c APR_BASE64_DECODE_MAX pr2six apr_base64_decode_binary
